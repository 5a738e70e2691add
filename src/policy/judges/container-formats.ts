const field = String.raw`\.(?:Id|ID|Name|State|RestartCount|Created|Image|Platform|Driver|LogPath|NetworkSettings|HostConfig\.(?:RestartPolicy|Memory|NanoCpus|PortBindings|NetworkMode)|Mounts|Config\.(?:Image|Hostname|Labels|ExposedPorts|WorkingDir|User)|RepoTags|RepoDigests|Size|Architecture|Os)(?:\.\w+)*`;
const eachNetwork = String.raw`\{\{\s*range\s+\.NetworkSettings\.Networks\s*\}\}(?:[^{}]|\{\{\s*\.(?:IPAddress|Gateway|MacAddress|NetworkID|GlobalIPv6Address)\s*\}\})*\{\{\s*end\s*\}\}`;

/** Text around fields that are named in full, and none of which is the configuration, the command or everything. */
export const harmlessFormat = new RegExp(
  `^(?:[^{}]|\\{\\{\\s*(?:json\\s+|len\\s+|println\\s+)?${field}\\s*\\}\\}|${eachNetwork})*$`,
);
