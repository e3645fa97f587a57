/*
** Runs the programs in a library with a Lua of its own, for a benchmark in
** another program.
*/

#include "lua.h"
#include "lauxlib.h"
#include "lualib.h"

double moonyard_pow (double x, double y);

/* a state with the list of programs on top of its stack, or NULL */
void *driver_open (const char *text) {
  lua_State *L = luaL_newstate();
  if (L == NULL) return NULL;
  luaL_openlibs(L);
  if (luaL_loadstring(L, text) != LUA_OK || lua_pcall(L, 0, 1, 0) != LUA_OK)
    return NULL;
  return L;
}

/* the result of a program; programs count from 1 */
double driver_run (void *state, int program) {
  lua_State *L = (lua_State *)state;
  double result = -1;
  lua_geti(L, 1, program);
  lua_geti(L, -1, 2);
  if (lua_pcall(L, 0, 1, 0) == LUA_OK)
    result = lua_tonumber(L, -1);
  lua_settop(L, 1);
  return result;
}
