type Variables = Readonly<Record<string, string | undefined>>

/** npm settings by key, such as `@scope:registry` or `//host/path/:_authToken`. */
export type NpmSettings = ReadonlyMap<string, string>

/**
 * Matches `${NAME}`, which is replaced if the variable is set, and `${NAME?}`, which is always replaced. An odd number
 * of backslashes in front escapes it.
 */
const variable = /(?<!\\)(\\*)\$\{([^${}?]+)(\?)?\}/g

/** Replaces environment variables in a key or a value, like npm. Unset variables remain unchanged. */
function expanded(text: string, variables: Variables): string {
  return text.replace(variable, (whole: string, escapes: string, name: string, optional: string | undefined) => {
    if (escapes.length % 2 === 1) return whole.slice((escapes.length + 1) / 2)
    return escapes.slice(escapes.length / 2) + (variables[name] ?? (optional === undefined ? `\${${name}}` : ''))
  })
}

/**
 * Parses an npmrc file: lines of `key = value`, with `;` and `#` comments. Ignores sections and lists, because they do
 * not affect registries.
 */
export function parseNpmrc(text: string, variables: Variables): NpmSettings {
  const settings = new Map<string, string>()
  let isInSection = false
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim()
    if (trimmed.startsWith('[')) isInSection = true
    const at = trimmed.indexOf('=')
    if (isInSection || at <= 0 || /^[;#]/.test(trimmed)) continue
    const key = expanded(unquoted(trimmed.slice(0, at).trim()), variables)
    settings.set(key, expanded(unquoted(trimmed.slice(at + 1).trim()), variables))
  }
  return settings
}

/** Returns quoted text without its quotes, or unquoted text up to a comment. */
function unquoted(text: string): string {
  const quoted = /^(["'])(.*)\1$/.exec(text)?.[2]
  if (quoted !== undefined) return quoted
  const comment = text.search(/(?<!\\)[;#]/)
  return (comment < 0 ? text : text.slice(0, comment)).replaceAll(/\\([;#])/g, '$1').trim()
}

/**
 * Reads settings from environment variables named `npm_config_KEY`, in any case. npm lowercases the key and replaces
 * `_` with `-`, except in host-specific keys, which start with `//`.
 */
export function npmSettingsOfEnvironment(variables: Variables): NpmSettings {
  const settings = new Map<string, string>()
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined || value === '' || !/^npm_config_/i.test(name)) continue
    const key = name.slice('npm_config_'.length)
    settings.set(key.startsWith('//') ? key : key.replaceAll(/(?!^)_/g, '-').toLowerCase(), value)
  }
  return settings
}
