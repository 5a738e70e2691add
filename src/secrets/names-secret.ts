const secretName =
  /SECRET|TOKEN|PASSWORD|PASSWD|PASSPHRASE|APIKEY|CREDENTIAL|(^|_)(PASS|PWD|PW|PAT|SK|DSN|CREDS|BEARER)(_|$)|[A-Z]_AUTH$|(DB|SSH|PG|MYSQL|SMTP|FTP)PASS|(API|ACCESS|PRIVATE|SECRET|ENCRYPTION|SIGNING|MASTER|SERVICE|AUTH|ACCOUNT)_?KEY|[A-Z]_KEY$|DATABASE_URL|DB_URL|CONNECTION_STRING|KUBECONFIG_DATA/i;

/** Whether a variable of that name usually holds a credential. `PWD` alone is the current directory. */
export function namesSecret(name: string): boolean {
  return name !== "PWD" && name !== "OLDPWD" && secretName.test(name);
}
