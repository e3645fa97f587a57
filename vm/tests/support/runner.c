/*
** Runs programs of Lua, for the checks of our build: the same file, linked
** with the untouched sources or with ours (-DYARD), so that what both say
** can be compared.
**
**   runner FILE   runs the programs in FILE, which are separated by lines
**                 of "--@@", each in a state of its own
*/

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lua.h"
#include "lauxlib.h"
#include "lualib.h"


#define SEPARATOR	"--@@\n"

/* calls that a program may make: functions of the generator's pay one each */
#define FUEL	20000

static int fuel;


static int burn (lua_State *L) {
  if (fuel-- <= 0) return luaL_error(L, "out of fuel");
  return 0;
}


#if defined(YARD)

double moonyard_pow (double x, double y) { return pow(x, y); }


static lua_Number *numbers (lua_State *L, int arg) {
  lua_Number *v = lua_tovec(L, arg);
  if (v == NULL) luaL_typeerror(L, arg, "Vec");
  return v;
}

static int vec_new (lua_State *L) {
  lua_pushvec(L, luaL_optnumber(L, 1, 0), luaL_optnumber(L, 2, 0),
                 luaL_optnumber(L, 3, 0));
  return 1;
}

static int vec_length (lua_State *L) {
  lua_Number *v = numbers(L, 1);
  lua_pushnumber(L, sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
  return 1;
}

static int vec_normalized (lua_State *L) {
  lua_Number *v = numbers(L, 1);
  lua_Number d = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (d < 1e-9)
    lua_pushvec(L, 0, 0, 0);
  else
    lua_pushvec(L, v[0] / d, v[1] / d, v[2] / d);
  return 1;
}

static int vec_dot (lua_State *L) {
  lua_Number *a = numbers(L, 1), *b = numbers(L, 2);
  lua_pushnumber(L, a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
  return 1;
}

static int vec_cross (lua_State *L) {
  lua_Number *a = numbers(L, 1), *b = numbers(L, 2);
  lua_pushvec(L, a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2],
                 a[0] * b[1] - a[1] * b[0]);
  return 1;
}

static int vec_refuse (lua_State *L) {
  return luaL_error(L, "a Vec refuses");
}

/* the component that the key at 'arg' names, or -1 */
static int component (lua_State *L, int arg) {
  if (lua_type(L, arg) == LUA_TSTRING) {
    size_t length;
    const char *key = lua_tolstring(L, arg, &length);
    if (length == 1 && 'x' <= *key && *key <= 'z') return *key - 'x';
  }
  return -1;
}

/* reads that are not of x, y or z by a constant name; upvalue 1: methods */
static int vec_index (lua_State *L) {
  int i = component(L, 2);
  if (i >= 0)
    lua_pushnumber(L, numbers(L, 1)[i]);
  else {
    lua_settop(L, 2);
    lua_rawget(L, lua_upvalueindex(1));
  }
  return 1;
}

/* the same for writes */
static int vec_newindex (lua_State *L) {
  int i = component(L, 2);
  if (i < 0 || lua_type(L, 3) != LUA_TNUMBER) return vec_refuse(L);
  numbers(L, 1)[i] = lua_tonumber(L, 3);
  return 0;
}

static int c_arith (lua_State *L) {
  int op = (int)luaL_checkinteger(L, 1);
  lua_remove(L, 1);
  lua_arith(L, op);
  return 1;
}

/* Tests take the name apart: a host would lock the metatable. */
static void open_vectors (lua_State *L) {
  static const luaL_Reg methods[] = {{"length", vec_length},
    {"normalized", vec_normalized}, {"dot", vec_dot}, {"cross", vec_cross}, {NULL, NULL}};
  static const char *const refused[] = {"__add", "__sub", "__mul", "__div",
    "__unm", NULL};
  int i;
  lua_newtable(L);
  for (i = 0; refused[i] != NULL; i++) {
    lua_pushcfunction(L, vec_refuse);
    lua_setfield(L, -2, refused[i]);
  }
  lua_pushliteral(L, "Vec");
  lua_setfield(L, -2, "__name");
  luaL_setfuncs(L, methods, 0);
  lua_pushcfunction(L, vec_newindex);
  lua_setfield(L, -2, "__newindex");
  luaL_newlib(L, methods);
  lua_pushcclosure(L, vec_index, 1);
  lua_setfield(L, -2, "__index");
  lua_pushvec(L, 0, 0, 0);
  lua_insert(L, -2);
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
  lua_setvecfunctions(L, vec_length, vec_normalized, vec_new);
  lua_register(L, "Vec", vec_new);
  lua_register(L, "c_arith", c_arith);
}

#else

#define open_vectors(L)	((void)L)

#endif


/* refuses what no honest program asks for, so that errors of memory can be compared */
#define LARGEST_BLOCK	(64u << 20)

static void *allocate (void *ud, void *block, size_t old, size_t size) {
  (void)ud; (void)old;
  if (size == 0) {
    free(block);
    return NULL;
  }
  return (size > LARGEST_BLOCK) ? NULL : realloc(block, size);
}


static void run (const char *text, size_t length) {
  lua_State *L = lua_newstate(allocate, NULL);
  luaL_openlibs(L);
  lua_register(L, "burn", burn);
  open_vectors(L);
  fuel = FUEL;
  if (luaL_loadbufferx(L, text, length, "=program", "t") != LUA_OK ||
      lua_pcall(L, 0, 0, 0) != LUA_OK) {
    const char *message = luaL_tolstring(L, -1, NULL);
    printf("error: %s\n", message);
  }
  lua_close(L);
}


int main (int argc, char **argv) {
  FILE *file = (argc == 2) ? fopen(argv[1], "rb") : NULL;
  char *text, *at, *end;
  long size;
  if (file == NULL) {
    fprintf(stderr, "runner: one file, please\n");
    return 2;
  }
  fseek(file, 0, SEEK_END);
  size = ftell(file);
  rewind(file);
  text = malloc((size_t)size + 1);
  if (text == NULL || fread(text, 1, (size_t)size, file) != (size_t)size)
    return 2;
  text[size] = '\0';
  fclose(file);
  for (at = text; ; at = end + strlen(SEPARATOR)) {
    end = strstr(at, SEPARATOR);
    run(at, end != NULL ? (size_t)(end - at) : strlen(at));
    printf(SEPARATOR);
    fflush(stdout);
    if (end == NULL) break;
  }
  free(text);
  return 0;
}
