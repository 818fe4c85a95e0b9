-- What Neovim gets from the server, line by line into the file `said`; then it ends.
local program = vim.env.VARISCOPE
vim.o.hidden = true
vim.cmd('edit shop.yaml')
vim.bo.filetype = 'yaml'
local id = vim.lsp.start_client({ name = 'variscope', cmd = { program, 'lsp' }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, id)

local said = {}
local function say(...)
  table.insert(said, table.concat(vim.tbl_map(tostring, { ... }), ' '))
end

local document = { textDocument = { uri = vim.uri_from_bufnr(0) } }
local function ask(method, more)
  local answers = vim.lsp.buf_request_sync(0, method, vim.tbl_extend('force', document, more or {}), 30000)
  local answer = answers and answers[id] or {}
  if answer.error then
    say(method, 'error', answer.error.message)
  end
  return answer.result or {}
end

vim.wait(30000, function()
  return #vim.diagnostic.get(0) > 0
end)
vim.wait(30000, function()
  return #ask('textDocument/codeLens') > 0
end, 200)
say('diagnostics', #vim.diagnostic.get(0) > 0)
local outline = ask('textDocument/documentSymbol')
say('outline', #outline, outline[#outline].name)
say('folds', #ask('textDocument/foldingRange') > 0)
say('tokens', #(ask('textDocument/semanticTokens/full').data or {}) % 5 == 0)
say('lens', ask('textDocument/codeLens')[1].command.title)
say('symbols', #ask('workspace/symbol', { query = 'shop' }))
local line = vim.fn.search('^    db:') - 1
local place = { position = { line = line, character = 5 } }
say('highlights', #ask('textDocument/documentHighlight', place))
say('hover', (ask('textDocument/hover', place).contents.value:gsub('\n.*', '')))
local edit = ask('textDocument/rename', vim.tbl_extend('force', place, { newName = 'store' }))
vim.lsp.util.apply_workspace_edit(edit, 'utf-16')
say('renamed', vim.fn.search('^    store:') > 0, vim.fn.search('node: db') == 0)
vim.fn.writefile(said, 'said')
vim.lsp.stop_client(id)
vim.cmd('qa!')
