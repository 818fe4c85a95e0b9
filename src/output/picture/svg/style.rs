//! How it looks.

/// Every rule is bound to the picture, so that it can stand within a page.
pub(super) const STYLE: &str = "
.variscope-picture { --surface: #ffffff; --fill: #f4f7fb; --box: #00000008; --text: #1b1f24; --quiet: #57606a;
  --always: #1f4e79; --conditional: #a35200; --never: #b00020; --absent: #8c959f; --unknown: #6b4fa0;
  --kept: #8c959f; --added: #1a7f37; --removed: #b00020; --changed: #8250df;
  font-family: Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', sans-serif; }
@media (prefers-color-scheme: dark) { .variscope-picture { --surface: #15181c; --fill: #20262d; --box: #ffffff0a;
  --text: #e6edf3; --quiet: #a5afb9; --always: #79b8ff; --conditional: #f0a35e; --never: #ff7b8a; --absent: #6e7781;
  --unknown: #c3a6ff; --kept: #8b949e; --added: #56d364; --removed: #ff7b8a; --changed: #d2a8ff; } }
.variscope-picture .surface { fill: var(--surface); }
.variscope-picture .always { --mark: var(--always); }
.variscope-picture .conditional { --mark: var(--conditional); --dash: 6 4; }
.variscope-picture .never { --mark: var(--never); --dash: 1.5 4; --text: var(--never); --quiet: var(--never); }
.variscope-picture .absent { --mark: var(--absent); --dash: 1.5 4; --text: var(--absent); --quiet: var(--absent); }
.variscope-picture .unknown { --mark: var(--unknown); --dash: 9 3 2 3; }
.variscope-picture .kept { --mark: var(--kept); }
.variscope-picture .added { --mark: var(--added); }
.variscope-picture .removed { --mark: var(--removed); --dash: 1.5 4; --text: var(--removed); --quiet: var(--removed); }
.variscope-picture .changed { --mark: var(--changed); --dash: 6 4; }
.variscope-picture rect.shape { fill: var(--fill); stroke: var(--mark); stroke-width: 1.5; stroke-dasharray: var(--dash, none); }
.variscope-picture .box rect.shape { fill: var(--box); }
.variscope-picture .always rect.shape { stroke-width: 2; }
.variscope-picture .added rect.shape { stroke-width: 3.5; }
.variscope-picture .changed rect.shape { stroke-width: 2.5; }
.variscope-picture path.line { fill: none; stroke: var(--mark); stroke-width: 1.4; stroke-dasharray: var(--dash, none); }
.variscope-picture .hosting path.line { stroke-width: 2.2; }
.variscope-picture .added path.line { stroke-width: 3; }
.variscope-picture .head { fill: var(--mark); stroke: none; }
.variscope-picture text { fill: var(--text); font-size: 11px; text-anchor: middle; }
.variscope-picture text.start, .variscope-picture text.label { text-anchor: start; }
.variscope-picture text.name { font-size: 13px; font-weight: 600; }
.variscope-picture text.type { fill: var(--quiet); }
.variscope-picture text.condition { fill: var(--mark); font-style: italic; }
.variscope-picture text.label { font-size: 10.5px; paint-order: stroke; stroke: var(--surface); stroke-width: 2px; }
.variscope-picture .never text.name, .variscope-picture .never text.label, .variscope-picture .removed text.name { text-decoration: line-through; }
";
