/*
** Vec: three floats in one Lua value, a variant of userdata. All of them
** share one metatable, G(L)->mt[LUA_TUSERDATA], which holds the methods
** beside the metamethods. Dead ones wait in a list for reuse.
*/

#ifndef lvec_h
#define lvec_h

#include <math.h>

#include "lgc.h"
#include "lmem.h"
#include "lobject.h"
#include "lstate.h"


/* as many dead ones are kept at most: 40 KB */
#define MAXFREEVECS	1024

#define vecmeta(g)	((g)->mt[LUA_TUSERDATA])

/* 0, 1 or 2 for the keys x, y and z, more for any other short string */
#define vecaxis(k)  \
	((k)->shrlen == 1 ? cast_uint(cast_uchar(getshrstr(k)[0]) - 'x') : 3u)


/*
** A new one, its numbers not set yet. Where none is free, asking for
** memory may run an emergency collection.
*/
l_sinline Vec *luaVec_new (lua_State *L) {
  global_State *g = G(L);
  Vec *v = g->freevecs;
  if (l_likely(v != NULL)) {
    g->freevecs = cast(Vec *, v->next);
    g->nfreevecs--;
    g->GCdebt += sizeof(Vec);
  }
  else {
    v = cast(Vec *, luaM_newobject(L, LUA_TUSERDATA, sizeof(Vec)));
    v->tt = LUA_VVEC;
    v->nuvalue = 0;
  }
  v->marked = luaC_white(g);
  v->next = g->allgc;
  g->allgc = obj2gco(v);
  return v;
}


/* The collector counts one in the list as freed. */
l_sinline void luaVec_free (lua_State *L, Vec *v) {
  global_State *g = G(L);
  if (g->nfreevecs < MAXFREEVECS) {
    g->GCdebt -= sizeof(Vec);
    v->next = cast(GCObject *, g->freevecs);
    g->freevecs = v;
    g->nfreevecs++;
  }
  else
    luaM_free(L, v);
}


/* Gives the list's memory back, of which the collector knows no more. */
l_sinline void luaVec_trim (global_State *g) {
  Vec *v = g->freevecs;
  while (v != NULL) {
    Vec *next = cast(Vec *, v->next);
    (*g->frealloc)(g->ud, v, sizeof(Vec), 0);
    v = next;
  }
  g->freevecs = NULL;
  g->nfreevecs = 0;
}


LUAI_FUNC int luaVec_arith (lua_State *L, const TValue *p1, const TValue *p2,
                            StkId res, int event);

#endif
