/** Text around fields that are named in full, and none of which is the configuration, the command or everything. */
export const harmlessFormat =
  /^(?:[^{}]|\{\{\s*(?:json\s+|len\s+|println\s+)?\.(?:Id|ID|Name|State|RestartCount|Created|Image|Platform|Driver|LogPath|NetworkSettings|HostConfig\.(?:RestartPolicy|Memory|NanoCpus|PortBindings|NetworkMode)|Mounts|Config\.(?:Image|Hostname|Labels|ExposedPorts|WorkingDir|User)|RepoTags|RepoDigests|Size|Architecture|Os)(?:\.\w+)*\s*\}\})*$/;
