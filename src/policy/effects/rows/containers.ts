import { readRows } from "../effect-rows.ts";

/** Engines of containers. What runs in one, what is copied and what is composed is judged by code. */
export const containerEffects = readRows(
  `
docker podman nerdctl
  options: -H= -c= -l= --host= --context= --config= --log-level= --url= --connection= --namespace= --filter= --format= --last= --since= --until= --tail=
  volume rm,remove,prune => destroys(container.destroys): Deletes volumes, and with them the data of containers.
    yes: docker volume rm x
  system prune -a,--all,--volumes | system reset => destroys(container.destroys): Deletes everything that is not running right now.
    yes: docker system prune -a
  network,container,image rm,remove @dynamic | rm,rmi,kill @dynamic => destroys(container.destroys): Deletes containers or images that are only chosen at run time.
    yes: docker rm {}
  rm,remove -v,--volumes,-a,--all | container rm,remove -v,--volumes,-a,--all => destroys(container.destroys): Deletes containers with their data.
    yes: docker rm -v web
  image,network,container prune -a,--all => destroys(container.destroys): Deletes every image that is not running right now.
    yes: docker image prune -a
  swarm,stack,service,secret,config,node,pod,machine,context leave,rm,remove,prune,reset => destroys(container.destroys): Takes down what others may use.
    yes: docker stack rm web
  inspect !-f,--format | container,image,service inspect !-f,--format => shows(private.environment): Prints all settings of a container, with its variables, which often hold secrets.
    yes: docker inspect web
  history --no-trunc | image history --no-trunc => shows(private.environment): Prints the steps of a build in full, with the values they were given.
    yes: docker history --no-trunc nginx
  build @unread | build @stranger | image,buildx,builder build @unread | image,buildx,builder build @stranger => runs-unread(run.fetched): Builds what was fetched; nobody has read its steps, and they run. -> Fetch it first, read it, then build.
    yes: docker build https://x.example/a.git
  system prune => writes: Deletes unused containers, networks and images.
    yes: docker system prune
  image,container,network prune => writes: Deletes what is not used.
    yes: docker image prune -f
  buildx,builder prune => writes: Deletes the build cache.
    yes: docker builder prune
  manifest inspect => talks: Asks the registry.
    yes: docker manifest inspect x
  buildx imagetools inspect => looks
  buildx imagetools create => talks: Changes images in a registry.
    yes: docker buildx imagetools create x
  pull,push,login,logout => talks: Talks to a registry.
    yes: docker pull nginx
  save,export => starts: Writes a whole container or image.
    yes: docker save x
  manifest,build,import,load,commit,tag,start,stop,restart,pause,unpause,rename,update,wait,attach,kill,rm,rmi,init,scan,scout,trust,swarm,generate,play,kube,unshare,mount,umount => starts: Changes containers or images.
    yes: docker stop web
  container,image,network,volume,node,service,stack,pod,secret,config,context,plugin,machine,system,buildx,builder otherwise => starts: Changes containers, or the engine.
    yes: docker network create x
  otherwise => starts: Runs {}.
    yes: docker foo
`,
  { destroys: "Save the data first, and name exactly what goes." },
);
