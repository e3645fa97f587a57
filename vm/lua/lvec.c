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


#define eachof(e)  { int i; for (i = 0; i < 3; i++) r[i] = (e); }


/*
** Does 'p1 event p2' if at least one is a vec and the operation means
** something; else returns 0.
*/
int luaVec_arith (lua_State *L, const TValue *p1, const TValue *p2,
                  StkId res, int event) {
  const lua_Number *a = ttisvec(p1) ? vecvalue(p1)->c : NULL;
  const lua_Number *b = ttisvec(p2) ? vecvalue(p2)->c : NULL;
  lua_Number r[3];
  Vec *v;
  switch (event) {
    case TM_ADD:
      if (a == NULL || b == NULL) return 0;
      eachof(luai_numadd(L, a[i], b[i]));
      break;
    case TM_SUB:
      if (a == NULL || b == NULL) return 0;
      eachof(luai_numsub(L, a[i], b[i]));
      break;
    case TM_MUL:
      if (a != NULL && b != NULL)
        eachof(luai_nummul(L, a[i], b[i]))
      else if (a != NULL && ttisnumber(p2)) {
        lua_Number k = nvalue(p2);
        eachof(luai_nummul(L, a[i], k));
      }
      else if (b != NULL && ttisnumber(p1)) {
        lua_Number k = nvalue(p1);
        eachof(luai_nummul(L, k, b[i]));
      }
      else return 0;
      break;
    case TM_DIV:
      if (a != NULL && ttisnumber(p2)) {
        lua_Number k = nvalue(p2);
        eachof(luai_numdiv(L, a[i], k));
      }
      else return 0;
      break;
    case TM_UNM:
      if (a == NULL) return 0;
      eachof(luai_numunm(L, a[i]));
      break;
    default: return 0;
  }
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


LUA_API void lua_setveclength (lua_State *L, lua_CFunction f) {
  G(L)->veclength = f;
}
