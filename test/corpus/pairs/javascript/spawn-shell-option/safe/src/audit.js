import { spawn } from 'node:child_process'

export function audit(wanted) {
  return new Promise((resolve, reject) => {
    const child = spawn('npm', ['ls', '--all', '--', wanted], { shell: false })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (chunk) => (output += chunk))
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}
