/**
 * Returns an exact version without the `v` prefix of tags, which Composer itself strips, or undefined for branches
 * (`dev-main`, `1.x-dev`) and ranges. See https://getcomposer.org/doc/articles/versions.md
 */
export function exactComposerVersion(version: string): string | undefined {
  const number = version.replace(/^[vV=]+(?=\d)/, '')
  return /^\d+(?:\.\d+){0,3}(?:[-+._][0-9A-Za-z.+_-]{0,100}|(?:alpha|beta|a|b|rc|patch|pl|p)\d*)?$/i.test(number) &&
    !/(?:^|[.-])(?:x|dev)$/i.test(number)
    ? number
    : undefined
}

/**
 * Reports whether a name is PHP itself, one of its extensions, or a Composer API. These are not packages:
 * https://getcomposer.org/doc/01-basic-usage.md#platform-packages
 */
export const isPlatformPackage = (name: string): boolean => !name.includes('/')
