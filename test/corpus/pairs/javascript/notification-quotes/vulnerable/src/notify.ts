import { promisify } from 'node:util'
import { exec } from 'node:child_process'

const start = promisify(exec)

function quote(text: string): string {
  return `"${text.replace(/"/g, '\\"')}"`
}

export interface Notification {
  title: string
  message: string
  urgency: 'low' | 'normal' | 'critical'
}

export async function notify({ title, message, urgency }: Notification): Promise<void> {
  const line = `notify-send --urgency=${urgency} ${quote(title)} ${quote(message)}`
  await start(line, { timeout: 3000 })
}
