"""The crowd of benches/agents.rs in Python: numpy and the package kiln-gl.

Given the number of agents and of dimensions, it says "ready" once it has its crowd. For every line on its standard input, which is
a number of steps, it takes those steps and writes how many nanoseconds of processor time they took on its thread. Without the
packages it ends with exit status 3.
"""

import math
import sys
import time

try:
    import numpy as np
    from kiln import agents
except ImportError:
    sys.exit(3)


def crowd(n, dim):
    """The same agents as in benches/agents.rs, to the bit."""
    drawn = 1

    def chance():
        nonlocal drawn
        drawn = drawn * 48271 % 2147483647
        return drawn / 2147483647

    side = math.sqrt(n * math.pi / 9) if dim == 2 else (n * 4 / 3 * math.pi / 9) ** (1 / 3)
    rows = np.array([[chance() for _ in range(6)] for _ in range(n)])
    pop = agents.Population(n, dim=dim)
    pop.pos[:] = rows[:, :dim] * side
    pop.vel[:] = rows[:, 3 : 3 + dim] - 0.5
    return pop


def step(pop):
    pop.sense(1.0)
    force = agents.separate(pop, 0.5) * 1.5 + agents.align(pop, 1.0) * 0.5 + agents.cohere(pop, 1.0) * 0.4
    pop.vel += force * (1 / 600)
    pop.step(1 / 600, 3.0)


pop = crowd(int(sys.argv[1]), int(sys.argv[2]))
print("ready", flush=True)
for line in sys.stdin:
    start = time.thread_time_ns()
    for _ in range(int(line)):
        step(pop)
    print(time.thread_time_ns() - start, flush=True)
