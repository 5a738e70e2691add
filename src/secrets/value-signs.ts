/** What stands where a secret will be, and says so: `true`, `<your key>`, `$PASSWORD`. */
export const placeholders =
  /^(?:true|false|null|none|nil|undefined|yes|no|on|off|required|optional|missing|invalid|expired|empty|unset|set|string|boolean|number|object|value|\*+|x+|\.+|-+|<.*|\$.*|%.*|\{.*|\[.*|‹secret:.*|process\.env.*|os\.environ.*|env\..*|your[-_].*|example.*)[,;)}\]]*$/i;

/** Made by a machine, or by a person who was told to use digits and signs: no word, no number, no name in a program. */
export const looksMade = (value: string): boolean =>
  value.length >= 6 && /[a-z]/i.test(value) && (/\d/.test(value) || /[!@#%^&*+]/.test(value));

/** A number, a version, a size. */
export const isNumber = (value: string): boolean =>
  /^[\^~<>=v\s]*\d[\d._,]*(?:[-+.][\w.+-]*)?(?:[a-z]{1,2})?$/i.test(value);
/** A part of a program, not a text in it. */
export const isCode = (value: string): boolean =>
  /[()[\]{}<>`]|=>|\?\?|^[a-z_$][\w$]*(?:\??\.[a-z_$][\w$]*)+[,;]*$|^(?:new|await|async|typeof|this)$|^\/\/|^[!&*]/i.test(
    value,
  );

/** Something stands there that is filled in later, or was hidden already. */
export const isPlaceholder = (value: string): boolean => placeholders.test(value) || /^[$%{<‹*]/.test(value);

/** A setting about the secret and not the secret: where it is, how long, which kind. */
export const isAboutSecret =
  /(?:file|path|dir|ttl|header|name|url|uri|type|length|size|count|limit|expir\w*|timeout|age|field|prefix|suffix|policy|rounds|id|ids|ref|class|provider|manager|store|message|format|pattern)$/i;
