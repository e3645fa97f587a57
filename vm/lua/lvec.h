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
#include "ltm.h"


/* as many dead ones are kept at most: 640 KB */
#define MAXFREEVECS	16384

/* the next new one should be at hand when it is written */
#if defined(__GNUC__)
#define luaVec_prefetch(v)	__builtin_prefetch((v), 1)
#else
#define luaVec_prefetch(v)	((void)0)
#endif

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
    luaVec_prefetch(v->next);
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


/*
** Frees the dead vecs that '*p' begins with, 'most' of them at most, and
** returns how many they were. The collector's list links them already, so
** they go into the list of free ones as they are.
*/
l_sinline int luaVec_freerun (lua_State *L, GCObject **p, int ow, int most) {
  global_State *g = G(L);
  GCObject *first = *p, *last, *rest = first;
  int n = 0;
  int room = MAXFREEVECS - g->nfreevecs;
  if (room <= 0) {
    *p = first->next;
    luaM_free(L, gco2vec(first));
    return 1;
  }
  if (most > room)
    most = room;
  do {
    last = rest;
    rest = rest->next;
    n++;
  } while (n < most && rest != NULL && rest->tt == LUA_VVEC &&
           isdeadm(ow, rest->marked));
  *p = rest;
  last->next = cast(GCObject *, g->freevecs);
  g->freevecs = gco2vec(first);
  g->nfreevecs += n;
  g->GCdebt -= n * cast(l_mem, sizeof(Vec));
  return n;
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


/*
** The numbers of 'p1 event p2', of which at least one is a vec; 0 if the
** operation means nothing.
*/
l_sinline int luaVec_compute (const TValue *p1, const TValue *p2, int event,
                              lua_Number *r) {
  if (ttisvec(p1)) {
    const lua_Number *a = vecvalue(p1)->c;
    if (ttisvec(p2)) {
      const lua_Number *b = vecvalue(p2)->c;
      switch (event) {
        case TM_ADD:
          r[0] = a[0] + b[0]; r[1] = a[1] + b[1]; r[2] = a[2] + b[2];
          return 1;
        case TM_SUB:
          r[0] = a[0] - b[0]; r[1] = a[1] - b[1]; r[2] = a[2] - b[2];
          return 1;
        case TM_MUL:
          r[0] = a[0] * b[0]; r[1] = a[1] * b[1]; r[2] = a[2] * b[2];
          return 1;
        case TM_UNM:  /* (both are the same) */
          r[0] = -a[0]; r[1] = -a[1]; r[2] = -a[2];
          return 1;
        default: return 0;
      }
    }
    else if (ttisnumber(p2)) {
      lua_Number k = nvalue(p2);
      switch (event) {
        case TM_MUL:
          r[0] = a[0] * k; r[1] = a[1] * k; r[2] = a[2] * k;
          return 1;
        case TM_DIV:
          r[0] = a[0] / k; r[1] = a[1] / k; r[2] = a[2] / k;
          return 1;
        default: return 0;
      }
    }
    else return 0;
  }
  else if (event == TM_MUL && ttisnumber(p1)) {  /* then 'p2' is a vec */
    lua_Number k = nvalue(p1);
    const lua_Number *b = vecvalue(p2)->c;
    r[0] = k * b[0]; r[1] = k * b[1]; r[2] = k * b[2];
    return 1;
  }
  else return 0;
}


/*
** The call 'Vec(x, y, z)' with the constructor at 'func', three numbers
** after it, and one result; 0 for any other call, which goes to the host.
*/
l_sinline int luaVec_construct (lua_State *L, StkId func, int nresults) {
  const TValue *x = s2v(func + 1), *y = s2v(func + 2), *z = s2v(func + 3);
  Vec *v;
  if (nresults != 1 || L->hookmask || L->top.p - func != 4 ||
      !ttisnumber(x) || !ttisnumber(y) || !ttisnumber(z))
    return 0;
  v = luaVec_new(L);
  v->c[0] = nvalue(x); v->c[1] = nvalue(y); v->c[2] = nvalue(z);
  setvecvalue(L, s2v(func), v);
  L->top.p = func + 1;
  luaC_checkGC(L);
  return 1;
}


LUAI_FUNC int luaVec_arith (lua_State *L, const TValue *p1, const TValue *p2,
                            StkId res, int event);

#endif
