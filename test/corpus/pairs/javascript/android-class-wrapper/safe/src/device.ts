import { execFileSync } from 'node:child_process'

export class Device {
  private readonly serial: string

  constructor(serial: string) {
    this.serial = serial
  }

  private run(...command: string[]): string {
    return execFileSync('adb', ['-s', this.serial, ...command], { encoding: 'utf8', timeout: 20_000 })
  }

  battery(): string {
    return this.run('shell', 'dumpsys', 'battery')
  }

  uninstall(packageName: string): string {
    if (!/^[A-Za-z][\w.]*$/.test(packageName)) throw new Error('Not a package name')
    return this.run('uninstall', packageName)
  }
}
