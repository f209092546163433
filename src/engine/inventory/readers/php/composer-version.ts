/**
 * The number of an exact version, without the `v` that tags often have and that Composer itself takes
 * off; undefined for a branch (`dev-main`, `1.x-dev`) and for a range.
 * https://getcomposer.org/doc/articles/versions.md
 */
export function exactComposerVersion(version: string): string | undefined {
  const number = version.replace(/^[vV=]+(?=\d)/, '')
  return /^\d+(?:\.\d+){0,3}(?:[-+._][0-9A-Za-z.+_-]{0,100}|(?:alpha|beta|a|b|rc|patch|pl|p)\d*)?$/i.test(number) &&
    !/(?:^|[.-])(?:x|dev)$/i.test(number)
    ? number
    : undefined
}

/**
 * PHP itself, its extensions, and interfaces of Composer are no packages,
 * https://getcomposer.org/doc/01-basic-usage.md#platform-packages
 */
export const isPlatformPackage = (name: string): boolean => !name.includes('/')
