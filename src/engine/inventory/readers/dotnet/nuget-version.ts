/**
 * Returns the version in a NuGet requirement such as `1.2.3` or `[1.2.3]`, or undefined for ranges, floating versions,
 * and properties. `1.2.3` is a minimum, and NuGet resolves it to the lowest available version, which is this one. See
 * https://learn.microsoft.com/en-us/nuget/concepts/dependency-resolution#lowest-applicable-version
 */
export function exactNugetVersion(requirement: string): string | undefined {
  const plain = /^\[\s*([^,[\]()\s]+)\s*\]$/.exec(requirement)?.[1] ?? requirement
  return /^\d+(?:\.\d+){0,3}(?:[-+][0-9A-Za-z.+-]{1,100})?$/.test(plain) ? plain : undefined
}
