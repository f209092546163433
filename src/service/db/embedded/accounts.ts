import { readFileSync, statSync } from 'node:fs'
import type { Account } from './run-as.ts'

/**
 * The ordinary users as whom root may run Postgres on `folder`, best first: its owner (so that the owner can use the
 * cluster without root, too), `postgres`, `nobody`. Only users with an entry in /etc/passwd: Postgres looks its own up.
 */
export function ordinaryAccounts(folder: string, passwd = readPasswd()): Account[] {
  const known = parsePasswd(passwd).filter(({ uid }) => uid !== 0)
  const owner = statSync(folder).uid
  const wanted = [
    known.find(({ uid }) => uid === owner),
    ...['postgres', 'nobody'].map((wanted) => known.find(({ name }) => name === wanted)),
  ]
  return [...new Set(wanted.filter((account) => account !== undefined))]
}

/** Reads passwd(5); malformed lines are skipped. */
export function parsePasswd(text: string): Account[] {
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    return name && uid && gid && /^\d+$/.test(uid) && /^\d+$/.test(gid)
      ? [{ name, uid: Number(uid), gid: Number(gid) }]
      : []
  })
}

function readPasswd(): string {
  try {
    return readFileSync('/etc/passwd', 'utf8')
  } catch {
    return ''
  }
}
