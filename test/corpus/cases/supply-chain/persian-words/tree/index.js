module.exports = ['می{{unicode:200C}}خواهم', 'کتاب{{unicode:200C}}ها', 'خانه{{unicode:200C}}ای', 'نمی{{unicode:200C}}دانم']
