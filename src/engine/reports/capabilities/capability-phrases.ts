import type { PackageCapability } from '../../model/package-capability.ts'

/** For each capability, a phrase to follow "can". */
export const capabilityPhrases: Readonly<Record<PackageCapability, string>> = {
  'install-scripts': 'run install scripts',
  'executes-commands': 'run programs',
  'network-egress': 'open connections',
  'network-ingress': 'accept connections',
  'reads-files': 'read files',
  'writes-files': 'write files',
  'dynamic-code': 'run text as code',
  'native-code': 'run native code',
  'reads-environment': 'read the environment',
}
