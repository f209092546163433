/** Files in which people keep secrets, as texts name them. */
export const secretPath = String.raw`(?:\.ssh(?:[\\/][\w.*-]{0,39}[\w*-])?|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|(?<!\w)\.env(?!\.(?:example|sample|template|dist)\b)(?:\.\w{1,20})?\b(?![.(])|\.aws(?:[\\/]\w{1,20})?|\.(?:npmrc|pypirc|netrc|git-credentials|pgpass|gnupg)\b|\.kube[\\/]config|\.docker[\\/]config|\/etc\/(?:passwd|shadow|sudoers)\b|\/proc\/self\/environ|\bmcp(?:_config|_settings)?\.json\b|\bclaude_desktop_config(?:\.json)?|\.cursor\b(?:[\\/][\w.]{0,29}\w)?|\.config[\\/](?:gcloud|gh)\b|\bwallet\.dat\b|\.(?:bash|zsh)_history\b|\b(?:credentials|secrets?|tokens?)\.(?:json|ya?ml|toml|db|txt)\b|\bcookies\.sqlite\b|\bLogin Data\b|\.vscode[\\/]settings|(?<!\w)(?:\*|[\w-]{1,40})?\.(?:pem|p12|pfx|keystore|tfvars|htpasswd)\b|\b(?:terraform\.)?tfstate\b|\bkubeconfig\b|\bservice[-_]account\.json\b)`

const path = String.raw`\b(?:provide|pass|give|supply|put|use|submit|send|add|enter|specify|set|is|holds?|expects?|needs?|requires?)\s+(?:(?:the|an?|its|your|full|absolute|relative|local)\s+){0,3}(?:path|location|file ?name)s?\s+(?:of|to|for)\b`

/** `provide the path of`: nobody gets what is in the file. */
export const asksForPath = new RegExp(`^${path}`, 'i')

/** The same, up to where the file begins. */
export const pathOf = new RegExp(String.raw`${path}\s+(?:\w+\s+){0,3}["'${'`'}]?[~$\w/\\.-]{0,40}$`, 'i')

/** Where people keep secrets together, by what they call it: nobody hands over one of these for its own sake. */
export const secretStore = String.raw`(?:(?:login |system |macos )?key ?(?:chain|ring)\b|password (?:manager|vault|store|safe)\b|vault of the password\b|(?:session |login |auth(?:entication)? )cookies\b|cookies? (?:store|jar|database|file)\b|browser profile\b|(?:seed|recovery|mnemonic|backup) (?:phrase|words)|(?:twelve|twenty-four|12|24) (?:\w+ )?words (?:of|from|for) (?:the|their|your|a|his|her) (?:\w+ )?wallet|private keys? of (?:the|their|your) wallet|wallet seed|credentials? files?|(?:address|phone) ?book\b|all (?:\w+ )?contacts\b|one-time (?:codes?|passwords?)|card (?:number|verification) (?:and|code))`

/** Secrets by what people call them. */
export const secretWord = String.raw`(?:[a-z][a-z0-9]{1,30}_(?:token|key|secret|password)|(?:(?:github|gitlab|npm|pypi|slack|aws|azure|openai|anthropic|stripe|discord|telegram|cloud) (?:access |api )?(?:tokens?|keys?|credentials?)|(?:api|access|secret|session|auth(?:entication|orization)?|refresh|bearer|signing|encryption|ssh|private|deploy)[ _-](?:keys?|tokens?)|(?:saved |stored |login )?credentials?|passwords?|passphrases?|secrets?|environment variables|env(?:ironment)? vars|(?:session |browser )?cookies|(?:seed|recovery|mnemonic) phrases?))`

/** Where secrets are taken from, other than from whoever is asked for them. */
export const secretOrigin = String.raw`(?:(?:conversation|chat|context|history|memory|environment|workspace|project|repository|file ?system|home (?:folder|directory)|disk|machine|computer|system|browser|keychain|key ?ring|clipboard|configuration|config(?:uration)? files?|settings|other tools?|previous (?:tool )?(?:calls?|results?|messages?))\b)`
