// Shows a running scan's progress, then its report. If there is no stream, the page reloads itself.
const shown = document.querySelector('[data-progress]')
const events = new EventSource(shown.dataset.progress)
const stateTexts = { done: 'done', running: 'running', next: '' }

function stageItem({ title, state, duration }) {
  const item = document.createElement('li')
  item.className = state
  if (state === 'running') item.setAttribute('aria-current', 'step')
  const name = document.createElement('span')
  name.textContent = title
  const time = document.createElement('span')
  time.className = 'quiet'
  time.textContent = duration || stateTexts[state]
  item.append(name, ' ', time)
  return item
}

events.addEventListener('progress', (event) => {
  const { percent, heading, says, stages } = JSON.parse(event.data)
  shown.querySelector('h1').textContent = heading
  document.title = `${heading}, ${percent}% done · Assay`
  shown.querySelector('progress').value = percent
  shown.querySelector('[data-percent]').textContent = `${percent}% done`
  const words = shown.querySelector('[data-says]')
  if (words.textContent !== says) words.textContent = says
  shown.querySelector('[data-stages]').replaceChildren(...stages.map(stageItem))
})
events.addEventListener('end', () => location.reload())
events.addEventListener('error', () => {
  if (events.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000)
})
