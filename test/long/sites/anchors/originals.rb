# Runs kramdown: reads the pages as JSON, prints rule -> ids of each page's headings.
require 'json'
require 'cgi'
require 'kramdown'
require 'kramdown-parser-gfm'

PARSERS = { 'kramdown' => {}, 'kramdown-gfm' => { input: 'GFM', hard_wrap: false } }.freeze

def ids_in(page, options)
  html = Kramdown::Document.new(page, options).to_html
  html.scan(/<h[1-6]\b[^>]*? id="([^"]*)"/).map { |(id)| CGI.unescapeHTML(id) }
end

pages = JSON.parse($stdin.set_encoding('UTF-8').read)
puts JSON.generate(PARSERS.transform_values { |options| pages.map { |page| ids_in(page, options) } })
