use moonyard::sim::*;
use glam::DVec3;
fn main(){
  let mut sim=Sim::new();
  let rep:usize=std::env::args().nth(1).and_then(|v|v.parse().ok()).unwrap_or(1);
  let kind=std::env::args().nth(2).unwrap_or_default();
  for _ in 0..rep {
  sim=Sim::new();
  for n in 0..2000i64 {
    let (x,y,z)=((n%10) as f64*0.7-3.0+(n%7) as f64*0.03, 0.5+(n/100) as f64*0.7, (n/10%10) as f64*0.7+(n%3) as f64*0.05);
    let (shape,pos)= if kind=="balls" { (Shape::Sphere{radius:0.25}, DVec3::new((n%45) as f64*0.8-18.0, 30.0, (n/45) as f64*0.8-18.0)) } else if n%2==0 {(Shape::Sphere{radius:0.25},DVec3::new(x,y,z))} else {(Shape::Box{size:DVec3::new(0.5,0.4,0.6)},DVec3::new(x,y,z))};
    let def=BodyDef{pos,..BodyDef::new(shape)};
    sim.world.spawn(Some(1),&def).unwrap();
  }
  for _ in 0..300 { sim.step(); sim.take_contacts(); }
  }
  let _=sim;
}
