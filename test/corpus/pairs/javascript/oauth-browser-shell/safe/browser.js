import { spawn } from 'node:child_process'

const OPENER = process.platform === 'darwin' ? 'open' : 'xdg-open'

export function openBrowser(address) {
  const url = new URL(address)
  if (url.protocol !== 'https:') throw new Error('https expected')
  return new Promise((resolve, reject) => {
    const child = spawn(OPENER, [url.href], { stdio: 'ignore' })
    child.once('error', reject)
    child.once('exit', () => resolve())
  })
}
