import type { IsolationInForce } from '../../engine/model/isolation-in-force.ts'
import { ConfigError } from '../../settings/config-error.ts'
import type { SandboxDemand } from '../../settings/settings.ts'

/**
 * Checks that the processes that parse project files are sandboxed as the settings require.
 *
 * @returns A warning for the operator, or undefined.
 * @throws ConfigError if the service must not scan on this machine.
 */
export function requireSandbox(demand: SandboxDemand, { kind }: IsolationInForce): string | undefined {
  if (demand === 'off' || kind === 'confined-child-process') return undefined
  if (demand === 'on') throw new ConfigError([`ASSAY_REQUIRE_SANDBOX: ${unconfined} ${remedy} ${exception}`])
  return `${unconfined} ${remedy} The next release will not start in this state. ${exception}`
}

const unconfined =
  'This machine cannot filter the system calls of the processes that parse project files. A vulnerability in a ' +
  'parser could expose the secrets of the service.'
const remedy =
  'Run the worker on Linux, on x64 or arm64, with the package koffi installed. In a container, use the default ' +
  'seccomp profile, or one that allows the calls seccomp and prctl.'
const exception = 'To run without this protection, set ASSAY_REQUIRE_SANDBOX=off.'
