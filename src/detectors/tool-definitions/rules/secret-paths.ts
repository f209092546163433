/** Files in which people keep secrets, as texts name them. */
export const secretPath = String.raw`(?:\.ssh(?:[\\/][\w.*-]{1,40})?|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|(?<!\w)\.env(?:\.\w{1,20})?\b(?![.(])|\.aws(?:[\\/]\w{1,20})?|\.(?:npmrc|pypirc|netrc|git-credentials|pgpass|gnupg)\b|\.kube[\\/]config|\.docker[\\/]config|\/etc\/(?:passwd|shadow|sudoers)\b|\/proc\/self\/environ|\bmcp(?:_config|_settings)?\.json\b|\bclaude_desktop_config(?:\.json)?|\.cursor\b(?:[\\/][\w.]{1,30})?|\.config[\\/](?:gcloud|gh)\b|\bwallet\.dat\b|\.(?:bash|zsh)_history\b|\b(?:credentials|secrets?|tokens?)\.(?:json|ya?ml|toml|db|txt)\b|\bcookies\.sqlite\b|\bLogin Data\b|\.vscode[\\/]settings)`

/** Secrets by what people call them. */
export const secretWord = String.raw`(?:[a-z][a-z0-9]{1,30}_(?:token|key|secret|password)|(?:api|access|secret|session|auth(?:entication|orization)?|refresh|bearer|signing|encryption|ssh|private|deploy)[ _-](?:keys?|tokens?)|(?:saved |stored |login )?credentials?|passwords?|passphrases?|secrets?|environment variables|env(?:ironment)? vars|(?:session |browser )?cookies|(?:seed|recovery|mnemonic) phrases?)`

/** Where secrets are taken from, other than from whoever is asked for them. */
export const secretOrigin = String.raw`(?:(?:conversation|chat|context|history|memory|environment|workspace|project|repository|file ?system|home (?:folder|directory)|disk|machine|computer|system|browser|keychain|key ?ring|clipboard|configuration|config(?:uration)? files?|settings|other tools?|previous (?:tool )?(?:calls?|results?|messages?))\b)`
