import { exec } from 'node:child_process'
import { basename } from 'node:path'

interface Cut {
  title: string
  from: number
  seconds: number
}

export function cut({ title, from, seconds }: Cut): Promise<string> {
  const target = `/media/clips/${Date.now()}.mp4`
  const parts: string[] = []
  parts.push('-ss', String(from))
  parts.push('-i', `/media/library/${basename(title)}`)
  parts.push('-t', String(seconds), target)
  return new Promise((resolve, reject) => {
    const child = exec(['ffmpeg', ...parts].join(' '))
    child.on('exit', (code) => (code === 0 ? resolve(target) : reject(new Error(`ffmpeg ended with ${code}`))))
    child.on('error', reject)
  })
}
