/*
** Vec: the arithmetic that the interpreter's fast paths leave over, and
** the C API
*/

#define lvec_c
#define LUA_CORE

#include "lprefix.h"

#include "lua.h"

#include "lapi.h"
#include "ltm.h"
#include "lvec.h"


/*
** Does 'p1 event p2' if at least one is a vec and the operation means
** something; else returns 0. (For the C API, and for metamethods of other
** values that pass an operation on.)
*/
int luaVec_arith (lua_State *L, const TValue *p1, const TValue *p2,
                  StkId res, int event) {
  lua_Number r[3];
  Vec *v;
  if (!(ttisvec(p1) || ttisvec(p2)) || !luaVec_compute(p1, p2, event, r))
    return 0;
  v = luaVec_new(L);  /* (operands may be dead from here on) */
  v->c[0] = r[0]; v->c[1] = r[1]; v->c[2] = r[2];
  setvecvalue(L, s2v(res), v);
  luaC_checkGC(L);
  return 1;
}


LUA_API lua_Number *lua_pushvec (lua_State *L, lua_Number x, lua_Number y,
                                 lua_Number z) {
  Vec *v;
  lua_lock(L);
  v = luaVec_new(L);
  v->c[0] = x; v->c[1] = y; v->c[2] = z;
  setvecvalue(L, s2v(L->top.p), v);
  api_incr_top(L);
  luaC_checkGC(L);
  lua_unlock(L);
  return v->c;
}


LUA_API void lua_setvecfunctions (lua_State *L, lua_CFunction length,
                                  lua_CFunction normalized,
                                  lua_CFunction construct) {
  global_State *g = G(L);
  g->veclength = length;
  g->vecunit = normalized;
  g->vecnew = construct;
}
