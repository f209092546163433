module.exports = 'welcome'
