import { type Content, html } from '../../html.ts'
import { icon, iconNames } from '../../parts/icon.ts'
import type { Tone } from '../../parts/tones.ts'

const tones: Readonly<Record<Tone, string>> = {
  best: 'grades A+ and A',
  good: 'grade B',
  fair: 'grade C, medium severity',
  bad: 'grade D, high severity',
  worst: 'grade F, critical severity',
  calm: 'low severity, and everything without a judgment',
}

/** Shows headings, paragraphs, links, and code. */
export function textSection(): Content {
  return html`
    <section class="card">
      <h2>Text</h2>
      <p class="lead">Lead: one sentence that summarizes the page.</p>
      <h3>A heading within a section</h3>
      <p>
        Paragraphs are at most 75 characters wide. They contain <a href="/docs">links</a>,${' '}
        <strong>important words</strong>, <code>code</code>, and names such as${' '}
        <bdi>расписание</bdi>, <bdi>天気予報</bdi>, and <bdi>جدول</bdi>, which use fonts of your system.
      </p>
      <p class="quiet">Quiet text adds details: 1,204 servers, 31 Jan 2026.</p>
      <pre>npx assay scan https://www.npmjs.com/package/example</pre>
      <dl class="facts">
        <dt>Version</dt>
        <dd>4.1.7</dd>
        <dt>License</dt>
        <dd>Apache-2.0</dd>
      </dl>
    </section>
  `
}

/** Shows the rating colors. */
export function colorSection(): Content {
  return html`
    <section class="card">
      <h2>Colors</h2>
      <p>The text beside a color always says the same.</p>
      <ul class="swatches">
        ${Object.entries(tones).map(
          ([tone, use]) => html`<li><span class=${`label ${tone}`}>${tone}</span> ${use}</li>`,
        )}
      </ul>
    </section>
  `
}

/** Shows all icons. */
export function iconSection(): Content {
  return html`
    <section class="card">
      <h2>Icons</h2>
      <p>Icons decorate text, so screen readers skip them.</p>
      <ul class="icons">
        ${iconNames.map((name) => html`<li>${icon(name)} ${name.replace('severity-', 'severity ')}</li>`)}
      </ul>
    </section>
  `
}
