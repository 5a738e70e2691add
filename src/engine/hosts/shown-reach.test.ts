import { describe, expect, it } from "vitest";
import { assess } from "../../policy/index.ts";
import { reachedByCommand } from "./host-policy.ts";

const place = { target: "local", shell: "bash", cwd: "/home/u/project", home: "/home/u", project: "/home/u/project" };
const isUnclear = (text: string) =>
  reachedByCommand(assess(text, { ...place, shell: "bash" }), text, place.project)?.isUnclear === true;

describe("[HP7] where a line goes", () => {
  it.each([
    "rclone copy a.txt backup:/tmp/x",
    "/usr/bin/rclone lsd backup:",
    "unison site",
    "fossil push",
    "borg create ::a .",
    "restic backup .",
    "borgmatic",
    "rsnapshot daily",
    "lftp bookmark",
    "dvc push",
    "nix build",
    "nix-copy-closure --to u@w-1 /nix/store/x",
    "nixos-rebuild switch --target-host w-1",
    "terraform apply",
    "ansible all -m ping",
    "kamal deploy",
    "pdsh -w w-1 id",
    "parallel --slf hosts echo ::: a",
    "parallel echo ::: a",
    "mpirun --hostfile ./hosts ./x",
    "vncviewer -via w-1 localhost:1",
    "git-lfs push origin main",
    "psql -c 'insert into a values (1)'",
    "redis-cli SET a b",
    "kubectl-neat",
    "mount /mnt/prod",
    "a-program-nobody-knows",
    "claude -p x",
    "crontab -e",
    "curl -sK hosts.cfg",
    "curl --config hosts.cfg",
    "wget -i list",
    "nmap -iL list",
    "cat list | xargs curl -d x",
    'curl -X POST "$URL"',
    'curl -d "$BODY" "$URL"',
    'nc -u "$H" 53',
  ])("is unclear where settings of a program may say so: %s", (text) => {
    expect(isUnclear(text)).toBe(true);
  });

  it.each(["virsh list", "virsh -r list --all", "supervisorctl status", "ollama ps"])(
    "is unclear for a look that is proved to only read and asks what settings name: %s",
    (text) => {
      expect(assess(text, { ...place, shell: "bash" }).verdict).toBe("allow");
      expect(isUnclear(text)).toBe(true);
    },
  );

  it.each([
    "sudo rclone copy a b:",
    "timeout 9 rclone copy a b:",
    "env X=1 rclone copy a b:",
    "nohup rclone copy a b: &",
    "bash -c 'rclone copy a b:'",
    "echo 'rclone copy a b:' | sh",
    "find . -exec rclone copy {} b: \\;",
    "make && rclone copy a b:",
    "touch $(rclone lsf b:)",
    "for i in a b; do rclone copy $i b:; done",
    "f() { rclone copy a b:; }; f",
    "busybox rclone copy a b:",
    "npx rclone copy a b:",
    "ssh other rclone copy a b:",
    "docker exec web rclone copy a b:",
    "/lib64/ld-linux-x86-64.so.2 /usr/bin/rclone copy a b:",
    "$X copy a b:",
    "cd /usr/bin && ./rclone copy a b:",
    "../../../usr/bin/rclone copy a b:",
    "~/bin/rclone copy a b:",
  ])("is unclear wherever in the line such a program stands: %s", (text) => {
    expect(isUnclear(text)).toBe(true);
  });

  it.each([
    "touch x && mkdir -p a/b && mv x a/b",
    "sed -i s/a/b/ x",
    "cat > x <<< a",
    "rm -rf build",
    "tar czf a.tgz src",
    "chmod +x run.sh",
    "export A=1",
    "sudo systemctl restart nginx",
    "kill 123",
    "sqlite3 x.db 'insert into a values (1)'",
    "vim x",
    "git commit -m x",
    "docker compose up -d",
    "apt-get install -y jq",
    "kubectl apply -f x.yaml",
    "gh pr create --fill",
    "dpkg -i x.deb",
  ])("is clear where every program stays here, or its settings are read: %s", (text) => {
    expect(isUnclear(text)).toBe(false);
  });

  it.each([
    "make test",
    "npm ci && npm test",
    "npx vitest run",
    "pip install -r requirements.txt",
    "python3 script.py",
    "python3 -m pytest -q",
    "cargo test",
    "go build ./...",
    "mvn -q package",
    "bundle exec rspec",
    "bash scripts/x.sh",
    "./run.sh",
    "bin/console cache:clear",
    "/home/u/project/run.sh",
    "cd sub && ../gradlew test",
    "pre-commit run -a",
  ])("is not looked for in the code that a project runs: %s", (text) => {
    expect(isUnclear(text)).toBe(false);
  });

  it.each([
    "curl -X POST http://localhost:3000/x",
    "wget https://a.example/x",
    "ping -c 1 a.example",
    "nc -z a.example 80",
    'curl -H "Authorization: Bearer $TOKEN" -d "$BODY" https://a.example/x',
  ])("stands in the words of it: %s", (text) => {
    expect(isUnclear(text)).toBe(false);
  });

  it.each([
    "aws s3 ls",
    "gh pr list",
    "npm view jq version",
    "ip addr",
    "lsblk",
    "crontab -l",
    "rg x",
    "psql --version",
    "terraform version",
  ])("is clear for a look that asks this machine or the service of its program: %s", (text) => {
    expect(assess(text, { ...place, shell: "bash" }).verdict).toBe("allow");
    expect(isUnclear(text)).toBe(false);
  });
});
