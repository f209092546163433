import { readdirSync, readFileSync } from 'node:fs'

/** A process of the machine, as listed in proc(5). */
export interface ListedProcess {
  readonly pid: number
  readonly parent: number
  readonly name: string
}

/** Returns a process and all of its running descendants. */
export function processFamily(root: number): readonly ListedProcess[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)))
  const family = new Set([root])
  for (let known = 0; known < family.size;) {
    known = family.size
    for (const { pid, parent } of processes) if (family.has(parent)) family.add(pid)
  }
  return processes.filter(({ pid }) => family.has(pid))
}

function readProcess(pid: number): ListedProcess[] {
  try {
    const [, name = '', rest = ''] = /\((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? []
    return [{ pid, parent: Number(rest.split(' ')[1]), name }]
  } catch {
    // The process ended between the two reads.
    return []
  }
}
