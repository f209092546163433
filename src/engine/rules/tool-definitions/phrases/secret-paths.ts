/** Files that hold secrets, as they appear in texts. */
export const secretPath =
  String.raw`(?:\.ssh(?:[\\/][\w.*-]{0,39}[\w*-])?|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|` +
  String.raw`(?<!\w)\.env(?!\.(?:example|sample|template|dist)\b)(?:\.\w{1,20})?\b(?![.(])|` +
  String.raw`\.aws(?:[\\/]\w{1,20})?|\.(?:npmrc|pypirc|netrc|git-credentials|pgpass|gnupg)\b|\.kube[\\/]config|` +
  String.raw`\.docker[\\/]config|\/etc\/(?:passwd|shadow|sudoers)\b|\/proc\/self\/environ|` +
  String.raw`\bmcp(?:_config|_settings)?\.json\b|\bclaude_desktop_config(?:\.json)?|` +
  String.raw`\.cursor\b(?:[\\/][\w.]{0,29}\w)?|\.config[\\/](?:gcloud|gh)\b|\bwallet\.dat\b|` +
  String.raw`\.(?:bash|zsh)_history\b|\b(?:credentials|secrets?|tokens?)\.(?:json|ya?ml|toml|db|txt)\b|` +
  String.raw`\bcookies\.sqlite\b|\bLogin Data\b|\.vscode[\\/]settings|` +
  String.raw`(?<!\w)(?:\*|[\w-]{1,40})?\.(?:pem|p12|pfx|keystore|tfvars|htpasswd)\b|` +
  String.raw`\b(?:terraform\.)?tfstate\b|\bkubeconfig\b|\bservice[-_]account\.json\b)`

const path =
  String.raw`\b(?:provide|pass|give|supply|put|use|submit|send|add|enter|specify|set|is|holds?|expects?|needs?|` +
  String.raw`requires?)\s+(?:(?:the|an?|its|your|full|absolute|relative|local)\s+){0,3}(?:path|location|` +
  String.raw`file ?name)s?\s+(?:of|to|for)\b`

/** Request for a path, which does not disclose the file: `provide the path of`. */
export const asksForPath = new RegExp(`^${path}`, 'i')

/** Like `asksForPath`, but up to the start of the file name. */
export const pathOf = new RegExp(String.raw`${path}\s+(?:\w+\s+){0,3}["'${'`'}]?[~$\w/\\.-]{0,40}$`, 'i')

/** Common names for secret stores. No tool needs one as an argument. */
export const secretStore =
  String.raw`(?:(?:login |system |macos )?key ?(?:chain|ring)\b|password (?:manager|vault|store|safe)\b|` +
  String.raw`vault of the password\b|(?:session |login |auth(?:entication)? )cookies\b|` +
  String.raw`cookies? (?:store|jar|database|file)\b|browser profile\b|` +
  String.raw`(?:seed|recovery|mnemonic|backup) (?:phrase|words)|` +
  String.raw`(?:twelve|twenty-four|12|24) (?:\w+ )?words (?:of|from|for) (?:the|their|your|a|his|` +
  String.raw`her) (?:\w+ )?wallet|private keys? of (?:the|their|your) wallet|wallet seed|credentials? files?|` +
  String.raw`(?:address|phone) ?book\b|all (?:\w+ )?contacts\b|one-time (?:codes?|passwords?)|` +
  String.raw`card (?:number|verification) (?:and|code))`

/** Common names for secrets. */
export const secretWord =
  String.raw`(?:[a-z][a-z0-9]{1,30}_(?:token|key|secret|password)|` +
  String.raw`(?:(?:github|gitlab|npm|pypi|slack|aws|azure|openai|anthropic|stripe|discord|telegram|` +
  String.raw`cloud) (?:access |api )?(?:tokens?|keys?|credentials?)|` +
  String.raw`(?:api|access|secret|session|auth(?:entication|orization)?|refresh|bearer|signing|encryption|ssh|` +
  String.raw`private|deploy)[ _-](?:keys?|tokens?)|(?:saved |stored |login )?credentials?|passwords?|` +
  String.raw`passphrases?|secrets?|environment variables|env(?:ironment)? vars|(?:session |browser )?cookies|` +
  String.raw`(?:seed|recovery|mnemonic) phrases?))`

/** Sources of secrets other than the user. */
export const secretOrigin =
  String.raw`(?:(?:conversation|chat|context|history|memory|environment|workspace|project|repository|` +
  String.raw`file ?system|home (?:folder|directory)|disk|machine|computer|system|browser|keychain|key ?ring|` +
  String.raw`clipboard|configuration|config(?:uration)? files?|settings|other tools?|` +
  String.raw`previous (?:tool )?(?:calls?|results?|messages?))\b)`
