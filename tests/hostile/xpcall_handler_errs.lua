-- Has an error handler that raises errors itself, again and again.
-- expect: stopped for something
while true do
  xpcall(error, function(m) error({ m }) end)
end
