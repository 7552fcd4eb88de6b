-- Sends the prepared requests of a file in turn, "method<TAB>path<TAB>body" a line; prints the result as JSON.
local requests, at = {}, 0

function init(args)
  for line in io.lines(args[1]) do
    local method, path, body = line:match("^([^\t]*)\t([^\t]*)\t(.*)$")
    if body == "" then body = nil end
    requests[#requests + 1] = wrk.format(method, path, nil, body)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local e = summary.errors
  local form = '\nJSON {"requests":%d,"seconds":%.3f,"p50":%d,"p99":%d,"failed":%d,"errors":%d}\n'
  local errors = e.connect + e.read + e.write + e.timeout
  local times = { summary.duration / 1e6, latency:percentile(50), latency:percentile(99) }
  io.write(string.format(form, summary.requests, times[1], times[2], times[3], e.status, errors))
end
