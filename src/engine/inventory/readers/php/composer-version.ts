/**
 * The number of an exact version without the `v` prefix of tags, which Composer itself removes. Undefined for branches
 * (`dev-main`, `1.x-dev`) and ranges. https://getcomposer.org/doc/articles/versions.md
 */
export function exactComposerVersion(version: string): string | undefined {
  const number = version.replace(/^[vV=]+(?=\d)/, '')
  return /^\d+(?:\.\d+){0,3}(?:[-+._][0-9A-Za-z.+_-]{0,100}|(?:alpha|beta|a|b|rc|patch|pl|p)\d*)?$/i.test(number) &&
    !/(?:^|[.-])(?:x|dev)$/i.test(number)
    ? number
    : undefined
}

/**
 * PHP itself, its extensions, and interfaces of Composer are not packages,
 * https://getcomposer.org/doc/01-basic-usage.md#platform-packages
 */
export const isPlatformPackage = (name: string): boolean => !name.includes('/')
