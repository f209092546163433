// Shows the progress of a running scan, and its report when it ends. Without a stream, the page reloads itself.
const shown = document.querySelector('[data-progress]')
const events = new EventSource(shown.dataset.progress)

events.addEventListener('progress', (event) => {
  const { percent, heading, says } = JSON.parse(event.data)
  shown.querySelector('h1').textContent = heading
  document.title = `Scan, ${percent}% done · Assay`
  shown.querySelector('progress').value = percent
  shown.querySelector('[data-percent]').textContent = `${percent}% done`
  const words = shown.querySelector('[data-says]')
  if (words.textContent !== says) words.textContent = says
})
events.addEventListener('end', () => location.reload())
events.addEventListener('error', () => {
  if (events.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 5000)
})
