/**
 * The version that a requirement of NuGet names: `1.2.3`, which is a minimum, of which NuGet takes the lowest
 * that there is and so that one, or `[1.2.3]`. Undefined for ranges, floating versions and properties.
 * https://learn.microsoft.com/en-us/nuget/concepts/dependency-resolution#lowest-applicable-version
 */
export function exactNugetVersion(requirement: string): string | undefined {
  const plain = /^\[\s*([^,[\]()\s]+)\s*\]$/.exec(requirement)?.[1] ?? requirement
  return /^\d+(?:\.\d+){0,3}(?:[-+][0-9A-Za-z.+-]{1,100})?$/.test(plain) ? plain : undefined
}
