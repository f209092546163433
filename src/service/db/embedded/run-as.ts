import type { Command } from './command.ts'

/** Unprivileged user in /etc/passwd. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * How to run Postgres, which refuses uid 0, as an unprivileged user: the process already is one, it spawns Postgres as
 * one, or a user namespace maps root to one.
 */
export type RunAs =
  | { readonly kind: 'direct' }
  | { readonly kind: 'drop'; readonly account: Account }
  | { readonly kind: 'unshare'; readonly account: Account }

/**
 * Alternatives, in order of preference. `relocate` is like `drop`, but with the cluster and binaries in a folder that
 * the account can access.
 */
export const rungs = ['direct', 'drop', 'unshare', 'relocate'] as const
export type Rung = (typeof rungs)[number]

/** One way to place a cluster. Must be probed first. */
export interface Plan {
  readonly rung: Rung
  readonly runAs: RunAs
  /** `in place`: in node_modules. `copied`: next to the cluster. */
  readonly binaries: 'in place' | 'copied'
}

/**
 * Lists the plans to probe, best first. `linked` is true if the installed package has all library links. `allowed`
 * restricts the alternatives; tests use it to force one.
 */
export function possiblePlans(machine: {
  uid: number
  accounts: readonly Account[]
  linked: boolean
  allowed: readonly Rung[]
}): Plan[] {
  const { accounts, linked } = machine
  const plans: Plan[] = []
  const add = (rung: Rung, runAs: RunAs, binaries: Plan['binaries']) => {
    if (machine.allowed.includes(rung) && (linked || binaries === 'copied')) plans.push({ rung, runAs, binaries })
  }
  if (machine.uid !== 0) {
    for (const binaries of ['in place', 'copied'] as const) add('direct', { kind: 'direct' }, binaries)
    return plans
  }
  for (const account of accounts) add('drop', { kind: 'drop', account }, 'in place')
  for (const account of accounts.slice(0, 1)) add('unshare', { kind: 'unshare', account }, 'in place')
  for (const account of accounts) add('drop', { kind: 'drop', account }, 'copied')
  for (const account of accounts.slice(0, 1)) add('unshare', { kind: 'unshare', account }, 'copied')
  for (const account of accounts) add('relocate', { kind: 'drop', account }, 'copied')
  return plans
}

/** Returns the command that runs `file` as `runAs` specifies. */
export function commandAs(runAs: RunAs, file: string, args: readonly string[]): Command {
  if (runAs.kind === 'drop') return { file, args, uid: runAs.account.uid, gid: runAs.account.gid }
  if (runAs.kind === 'unshare')
    return { file: 'unshare', args: ['--user', `--map-user=${runAs.account.uid}`, '--', file, ...args] }
  return { file, args }
}

/**
 * Returns the required owner of the cluster's files, as this process sees it, or undefined if this process cannot
 * change the owner.
 */
export function ownerFor(runAs: RunAs): { uid: number; gid: number } | undefined {
  if (runAs.kind === 'drop') return runAs.account
  return runAs.kind === 'unshare' ? { uid: 0, gid: 0 } : undefined
}
