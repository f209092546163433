import { binaryFile } from './code/binary-file.ts'
import { invisibleCode } from './code/invisible-code.ts'
import { minifiedOnlySource } from './code/minified-only-source.ts'
import { obfuscatedCode } from './code/obfuscated-code.ts'
import { dependencyConfusion } from './dependencies/dependency-confusion.ts'
import { remoteDependency } from './dependencies/remote-dependency.ts'
import { unpinnedDependency } from './dependencies/unpinned-dependency.ts'
import { installScriptChangesSystem } from './install/install-script-changes-system.ts'
import { installScriptDownload } from './install/install-script-download.ts'
import { installScriptRemoteCode } from './install/install-script-remote-code.ts'
import { installScriptTakesSecrets } from './install/install-script-takes-secrets.ts'
import { startupHook } from './install/startup-hook.ts'
import { lookAlikeName } from './names/look-alike-name.ts'
import { deprecatedPackage } from './registry/deprecated-package.ts'
import { differsFromRepository } from './registry/differs-from-repository.ts'
import { firstRelease } from './registry/first-release.ts'
import { invalidSignature } from './registry/invalid-signature.ts'
import { manifestMismatch } from './registry/manifest-mismatch.ts'
import { yankedRelease } from './registry/yanked-release.ts'
import type { SupplyChainRule } from './supply-chain-rule.ts'

/** All rules, sorted by ID. To add a rule, add its file and a line here. */
export const supplyChainRules: readonly SupplyChainRule[] = [
  binaryFile,
  dependencyConfusion,
  deprecatedPackage,
  differsFromRepository,
  firstRelease,
  installScriptChangesSystem,
  installScriptDownload,
  installScriptRemoteCode,
  installScriptTakesSecrets,
  invalidSignature,
  invisibleCode,
  lookAlikeName,
  manifestMismatch,
  minifiedOnlySource,
  obfuscatedCode,
  remoteDependency,
  startupHook,
  unpinnedDependency,
  yankedRelease,
]
