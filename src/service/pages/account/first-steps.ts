import { type Content, html } from '../html.ts'

/** Setup steps completed by an account. */
export interface Progress {
  readonly installations: number
  readonly keys: number
  readonly scans: number
  readonly webhooks: number
}

interface Step {
  readonly title: string
  readonly isDone: boolean
  readonly help: Content
}

/** Returns a new account's checklist, or undefined after the last step. */
export function firstSteps(progress: Progress): Content {
  const steps = stepsOf(progress)
  const done = steps.filter(({ isDone }) => isDone).length
  if (done === steps.length) return undefined
  return html`
    <section class="card said">
      <h2>First steps</h2>
      <p class="quiet">${done} of ${steps.length} steps done. This list disappears after the last step.</p>
      <ol class="first-steps">
        ${steps.map(
          ({ title, isDone, help }) =>
            html`
              <li>
                <p><strong>${title}</strong> ${isDone && html`<span class="label good">done</span>`}</p>
                ${!isDone && html`<p class="quiet">${help}</p>`}
              </li>
            `,
        )}
      </ol>
    </section>
  `
}

function stepsOf({ installations, keys, scans, webhooks }: Progress): readonly Step[] {
  return [
    { title: 'Sign in', isDone: true, help: undefined },
    {
      title: 'Install the GitHub App, or create an API key',
      isDone: installations > 0 || keys > 0,
      help: html`
        <a href="/docs/repository-owners">Install the app</a> to check every push and pull request, or
        ${' '}<a href="/account/keys">create a key</a> to call the API from a program.
      `,
    },
    {
      title: 'Run the first scan',
      isDone: scans > 0,
      help: html`
        <a href="/#scan-a-project">Scan a project</a> by its URL. With the GitHub App, Assay scans each selected
        repository without further action.
      `,
    },
    {
      title: 'Add a webhook',
      isDone: webhooks > 0,
      help: html`<a href="/account/webhooks">Add an endpoint</a> to receive an event after each scan.`,
    },
  ]
}
