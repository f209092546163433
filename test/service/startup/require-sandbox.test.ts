import { describe, expect, it } from 'vitest'
import { requireSandbox } from '../../../src/service/startup/require-sandbox.ts'
import { ConfigError } from '../../../src/settings/config-error.ts'
import { readConfig } from '../../../src/settings/config.ts'

const confined = { parsers: 'confined-child-process', git: 'calls-and-files', isScanProcessConfined: true } as const
const open = { ...confined, parsers: 'child-process-without-network' } as const

describe('a service whose machine cannot confine parsers', () => {
  it.each([
    [{}, 'off'],
    [{ PUBLIC_URL: 'http://localhost:3000' }, 'off'],
    [{ PUBLIC_URL: 'http://[::1]:3000' }, 'off'],
    [{ PUBLIC_URL: 'https://assay.example' }, 'warn'],
    [{ TRUST_PROXY: '1' }, 'warn'],
    [{ TRUST_PROXY: '10.0.0.0/8' }, 'warn'],
    [{ PUBLIC_URL: 'https://assay.example', ASSAY_REQUIRE_SANDBOX: 'off' }, 'off'],
    [{ ASSAY_REQUIRE_SANDBOX: 'on' }, 'on'],
  ])('with %j: %s', (variables, demand) => {
    expect(readConfig(variables).sandboxDemand).toBe(demand)
  })

  it('refuses values that it does not know', () => {
    expect(() => readConfig({ ASSAY_REQUIRE_SANDBOX: 'yes' })).toThrow(
      'ASSAY_REQUIRE_SANDBOX: The value is unknown. Use one of: on, warn, off.',
    )
  })

  it('does not start if the sandbox is required, and says what to do', () => {
    expect(() => requireSandbox('on', open)).toThrow(ConfigError)
    expect(() => requireSandbox('on', open)).toThrow(/seccomp.*ASSAY_REQUIRE_SANDBOX=off\.$/s)
    expect(requireSandbox('on', confined)).toBeUndefined()
  })

  it.each(['calls', 'none'] as const)('does not start if git has the confinement "%s"', (git) => {
    expect(() => requireSandbox('on', { ...confined, git })).toThrow(/files of git.*Landlock/s)
    expect(requireSandbox('warn', { ...confined, git })).toMatch(/Landlock.*The next release will not start/s)
    expect(requireSandbox('off', { ...confined, git })).toBeUndefined()
  })

  it('does not start if it cannot restrict the scan process and the fetcher', () => {
    const unconfined = { ...confined, isScanProcessConfined: false }
    expect(() => requireSandbox('on', unconfined)).toThrow(/processes that fetch and scan.*Landlock/s)
    expect(requireSandbox('warn', unconfined)).toMatch(/Landlock.*The next release will not start/s)
  })

  it('starts without git, because then no repository is unpacked', () => {
    expect(requireSandbox('on', { ...confined, git: 'absent' })).toBeUndefined()
  })

  it('warns that the next release will not start', () => {
    expect(requireSandbox('warn', open)).toMatch(/The next release will not start in this state\./)
    expect(requireSandbox('warn', confined)).toBeUndefined()
    expect(requireSandbox('off', open)).toBeUndefined()
  })
})
