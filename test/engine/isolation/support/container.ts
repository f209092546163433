import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The default seccomp profile of podman, as Debian's package golang-github-containers-common installs it. */
const defaultProfile = '/usr/share/containers/seccomp.json'
const program = '/usr/sbin/runc'

interface ProfileRule {
  readonly names: readonly string[]
  readonly action: string
  readonly errnoRet?: number
  readonly args?: readonly object[] | null
  readonly includes?: {
    readonly caps?: readonly string[]
    readonly arches?: readonly string[]
    readonly minKernel?: string
  }
}

interface Profile {
  readonly defaultAction: string
  readonly defaultErrnoRet?: number
  readonly syscalls: readonly ProfileRule[]
}

/** Whether this machine can start a container with runc and the default seccomp profile. */
export const canRunContainers = process.getuid?.() === 0 && existsSync(program) && existsSync(defaultProfile)

/** Calls that create namespaces. Docker's default profile rejects them, and podman's does not. */
export const namespaceCalls: readonly string[] = ['clone3', 'setns', 'unshare']
/** Calls of Landlock. Profiles from before 2021 reject them. */
export const landlockCalls: readonly string[] = [
  'landlock_add_rule',
  'landlock_create_ruleset',
  'landlock_restrict_self',
]

/** Returns the profile in the format of runc, for a process without additional capabilities. */
function seccompOf({ defaultAction, defaultErrnoRet, syscalls }: Profile, without: readonly string[]): object {
  return {
    defaultAction,
    ...(defaultErrnoRet !== undefined && { defaultErrnoRet }),
    architectures: ['SCMP_ARCH_X86_64', 'SCMP_ARCH_AARCH64'],
    syscalls: syscalls
      .filter(({ includes }) => !includes?.caps?.length && !includes?.arches?.some((name) => name.startsWith('s390')))
      .map(({ names, action, errnoRet, args }) => ({
        names: names.filter((name) => !without.includes(name)),
        action,
        ...(errnoRet !== undefined && { errnoRet }),
        ...(args?.length && { args }),
      })),
  }
}

const shown = ['/usr', '/bin', '/lib', '/lib64', '/etc', '/sbin'].filter((folder) => existsSync(folder))

/**
 * Runs a program in a runc container: separate namespaces, this machine's files read-only, no capabilities, another
 * user, and podman's seccomp profile `without` some calls.
 */
export function runInContainer(
  words: readonly string[],
  { visible = [], without = [] }: { readonly visible?: readonly string[]; readonly without?: readonly string[] } = {},
): { stdout: string; stderr: string } {
  const bundle = mkdtempSync(join(tmpdir(), 'assay-container-'))
  const name = `assay-test-${process.pid}`
  try {
    mkdirSync(join(bundle, 'rootfs'))
    const profile: Profile = JSON.parse(readFileSync(defaultProfile, 'utf8'))
    writeFileSync(join(bundle, 'config.json'), JSON.stringify(configOf(words, visible, seccompOf(profile, without))))
    return spawnSync(program, ['--root', join(bundle, 'state'), 'run', '--bundle', bundle, name], {
      encoding: 'utf8',
      timeout: 120_000,
    })
  } finally {
    rmSync(bundle, { recursive: true, force: true })
  }
}

function configOf(words: readonly string[], visible: readonly string[], seccomp: object): object {
  const binds = [...shown, ...visible].map((folder) => ({
    destination: folder,
    source: folder,
    type: 'bind',
    options: ['rbind', 'ro'],
  }))
  return {
    ociVersion: '1.0.2',
    process: {
      user: { uid: 1000, gid: 1000 },
      args: words,
      env: ['PATH=/usr/sbin:/usr/bin:/sbin:/bin'],
      cwd: '/',
      capabilities: {},
      noNewPrivileges: true,
    },
    root: { path: 'rootfs' },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=1m'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=1777', 'size=16m'] },
      ...binds,
    ],
    linux: {
      namespaces: ['pid', 'ipc', 'uts', 'mount', 'network'].map((type) => ({ type })),
      maskedPaths: ['/proc/kcore', '/proc/keys'],
      readonlyPaths: ['/proc/sys'],
      seccomp,
    },
  }
}
