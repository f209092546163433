/**
 * The version in a NuGet requirement: `1.2.3`, a minimum that NuGet resolves to the lowest available version and
 * therefore to this one, or `[1.2.3]`. Undefined for ranges, floating versions, and properties.
 * https://learn.microsoft.com/en-us/nuget/concepts/dependency-resolution#lowest-applicable-version
 */
export function exactNugetVersion(requirement: string): string | undefined {
  const plain = /^\[\s*([^,[\]()\s]+)\s*\]$/.exec(requirement)?.[1] ?? requirement
  return /^\d+(?:\.\d+){0,3}(?:[-+][0-9A-Za-z.+-]{1,100})?$/.test(plain) ? plain : undefined
}
