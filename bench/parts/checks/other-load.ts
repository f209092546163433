import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Measurement, measurement } from '../../measurement.ts'
import { treeCpuSeconds } from '../workers/tree-cpu.ts'

const sampleMs = 1_000

/** Samples the CPU time of other processes and other virtual machines. */
export interface OtherLoad extends Disposable {
  start(): void
  /** Returns the number of cores that others used since the start, in samples of one second. */
  end(during: string): Measurement
}

/** @param dataFolder of the embedded Postgres, which may have a different parent process */
export function watchOtherLoad(bench: number, dataFolder: string): OtherLoad {
  const postmaster = Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
  const used = () => busySeconds() - treeCpuSeconds(bench, postmaster)
  let samples: number[] = []
  let last = { at: performance.now(), used: used() }
  const timer = setInterval(() => {
    const now = { at: performance.now(), used: used() }
    samples.push(Math.max(0, ((now.used - last.used) * 1_000) / (now.at - last.at)))
    last = now
  }, sampleMs)
  return {
    start: () => void (samples = []),
    end: (during) => measurement({ measure: `${during}: cores used by other processes`, unit: 'cores', samples }),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** Returns the seconds that all cores were neither idle nor waiting for disks (proc_stat(5)). USER_HZ is 100. */
function busySeconds(): number {
  const [user = 0, nice = 0, system = 0, _idle, _ioWait, irq = 0, softIrq = 0, steal = 0] = (
    /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? ''
  )
    .split(' ')
    .map(Number)
  return (user + nice + system + irq + softIrq + steal) / 100
}
