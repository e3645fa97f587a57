//! `pop:bodies`: physics bodies that a population drives.

use super::common::{Yard, refusal, said};

#[test]
fn agents_are_put_where_their_bodies_are() {
    assert_eq!(
        said(
            "local ids = {}
             for i = 1, 3 do ids[i] = physics.sphere { pos = Vec(i, 5, i * 2), velocity = Vec(i, 0, -i) } end
             local pop = agents.Population(3, { body = ids })
             print(pop:bodies(pop.body):all(), pop.pos[2], pop.vel[2])
             pop:bodies(ids, { plane = 'xy' })
             print(pop.pos[3], pop.vel[3])
             local space = agents.Population(3, { dim = 3 })
             space:bodies(ids)
             print(space.pos[1], space.vel[1])
             physics.remove(ids[2])
             space.pos = space.pos + Vec(1, 0, 0)
             local there = space:bodies(ids)
             print(there[1], there[2], there[3], space.pos[1], space.pos[2])
             pop:kill(~pop:bodies(pop.body))
             print(#pop, #pop.body, pop:bodies(pop.body):all())"
        ),
        "true\tVec(2.000, 4.000, 0.000)\tVec(2.000, -2.000, 0.000)
Vec(3.000, 5.000, 0.000)\tVec(3.000, 0.000, 0.000)
Vec(1.000, 5.000, 2.000)\tVec(1.000, 0.000, -1.000)
true\tfalse\ttrue\tVec(1.000, 5.000, 2.000)\tVec(3.000, 5.000, 4.000)
2\t2\ttrue"
    );
}

#[test]
fn a_push_gives_bodies_the_velocities_of_agents_and_lets_them_fall() {
    assert_eq!(
        said(
            "local ids = { physics.sphere { pos = Vec(0, 9, 0), velocity = Vec(1, -3, 1) }, physics.box { static = true } }
             local pop = agents.Population(2, { vel = Vec(2, 4) })
             pop:bodies(ids, { push = true })
             print(physics.velocity(ids[1]), physics.velocity(ids[2]), pop.pos[1])
             agents.Population(2, { dim = 3, vel = Vec(5, 6, 7) }):bodies(ids, { push = true })
             print(physics.velocity(ids[1]))"
        ),
        "Vec(2.000, -3.000, 4.000)\tVec(0.000, 0.000, 0.000)\tVec(0.000, 0.000, 0.000)\nVec(5.000, 6.000, 7.000)"
    );
}

#[test]
fn a_crowd_of_bodies_comes_to_its_goal_on_the_ground() {
    let mut yard = Yard::with(
        "local ids = {}
         for i = 1, 20 do
             ids[i] = physics.sphere { pos = Vec(-12 + i % 5, 1, 5 + i // 5), radius = 0.2, friction = 0 }
         end
         pop = agents.Population(20, { body = ids })
         hook.Add('Tick', 'go', function(dt)
             pop:bodies(pop.body)
             local f = agents.arrive(pop, Vec(-10, 13), 4, 2) * 3 + agents.separate(pop, 0.6) * 20
             pop.vel = pop.vel + f * dt
             pop:bodies(pop.body, { push = true })
         end)
         timer.Simple(4, function()
             local far = (pop.pos - Vec(-10, 13)):length()
             for i = 1, #pop do assert(far[i] < 2.5 and physics.position(ids[i]).y < 0.9, far[i]) end
             print('there')
         end)",
    );
    yard.ticks(250);
    assert_eq!(yard.said(), "there");
}

#[test]
fn what_is_no_body_for_each_is_refused_in_words() {
    assert_eq!(
        refusal("agents.Population(3):bodies { 1, 2 }"),
        "Population:bodies: ids needs one body for each of 3 agents, got 2"
    );
    assert_eq!(
        refusal("agents.Population(1, { dim = 3 }):bodies({ 1 }, { plane = 'xy' })"),
        "Population:bodies: plane is for populations in two dimensions; this one's positions are places in the yard"
    );
    assert_eq!(
        refusal(
            "agents.Population(1, { vel = Vec(0 / 0, 0) }):bodies({ physics.sphere {} }, { push = true })"
        ),
        "Population:bodies: velocities must be finite numbers, and some are not; no body was pushed"
    );
}
