import { readFileSync, statSync } from 'node:fs'
import type { Account } from './run-as.ts'

/**
 * Lists the unprivileged users as whom root can run Postgres, best first. The folder's owner is first, because that
 * user can later open the cluster without root. The two usual unprivileged users follow. Only users in /etc/passwd are
 * listed, because Postgres looks up its user there.
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

/** Parses passwd(5). Malformed lines are skipped. */
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
