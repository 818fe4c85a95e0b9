//! Everything on the page that can be pressed or typed into, with the mouse and with keys.

use std::fs;
use std::path::Path;

use serde_json::Value as Json;

use crate::chromium::Browser;
use crate::{DRAWN, OPEN, report, until};

fn press(selector: &str) -> String {
    format!("document.querySelector('{selector}').click()")
}

/// The page of the example shop.
fn shop(browser: &mut Browser, page: &Path) {
    report(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/csar/webshop"), page);
    browser.open_file(page);
    until(browser, DRAWN);
}

#[test]
fn every_control_of_the_page_works() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    shop(&mut browser, &page);
    let command = "document.querySelector('#command').textContent";
    let before = browser.value(command);
    browser.value(&press("#presets button"));
    assert_ne!(browser.value(command), before, "a preset chooses");
    browser.value(&press("#reset"));
    assert_eq!(browser.value(command), before, "choices can be taken back");
    // What was chosen is drawn a little later, so that boxes may be replaced by others after they were pressed.
    let compared = "(() => {
        const boxes = [...document.querySelectorAll('#variants input')].slice(0, 2);
        boxes.filter((box) => !box.checked).forEach((box) => box.click());
        return boxes.length === 2 && document.querySelectorAll('#difference h3').length === 3;
    })()";
    until(&mut browser, compared);
    browser.value(
        "document.querySelector('#canvas [data-element]').dispatchEvent(new MouseEvent('click', { bubbles: true }))",
    );
    assert_ne!(browser.value("document.querySelector('#reason').textContent"), "", "the picture answers");
    let unlabelled = "[...document.querySelectorAll('button, input, select, [role=button]')].filter((one) =>
        one.checkVisibility() && !(one.textContent.trim() || one.ariaLabel || one.labels?.length)).length";
    assert_eq!(browser.value(unlabelled), 0, "everything that can be pressed has a name");
    // Who speaks to the page says what is to be read.
    let others = "[...document.querySelectorAll('button[aria-label], [role=button][aria-label]')].filter((one) =>
        /\\p{L}/u.test(one.textContent) && !one.ariaLabel.includes(one.textContent.trim())).length";
    assert_eq!(browser.value(others), 0, "names have the words that can be read");
    assert_eq!(browser.faults(), Vec::<&Json>::new());
}

#[test]
fn keys_reach_what_the_mouse_reaches() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    shop(&mut browser, &folder.path().join("page.html"));
    let focused = "(({ dataset, ariaLabel, textContent }) => dataset.element ?? ariaLabel ?? textContent)(document.activeElement)";
    let key = |key: &str| {
        format!("document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', bubbles: true }}))")
    };
    browser.value("document.querySelector('#inputs button').focus()");
    let button = browser.value(focused);
    browser.value("document.activeElement.click()");
    assert_eq!(browser.value(focused), button, "the focus stays on what was pressed");
    let stops = "document.querySelectorAll('#canvas [tabindex=\"0\"]').length";
    assert_eq!(browser.value(stops), 1, "the picture is one stop");
    browser.value("document.querySelector('#canvas [tabindex=\"0\"]').focus()");
    let first = browser.value(focused);
    browser.value(&key("ArrowRight"));
    assert_ne!(browser.value(focused), first, "arrow keys lead on");
    browser.value(&key("Home"));
    assert_eq!((browser.value(focused), browser.value(stops)), (first.clone(), 1.into()));
    browser.value(&key("Enter"));
    let reason = "document.querySelector('#reason').textContent";
    assert!(browser.value(reason).as_str().unwrap().starts_with(first.as_str().unwrap()));
    browser.value(&key("Escape"));
    assert_eq!(browser.value(reason), "");
    assert_eq!(browser.faults(), Vec::<&Json>::new());
}

#[test]
fn what_is_out_of_sight_is_found_and_printed() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    shop(&mut browser, &folder.path().join("page.html"));
    let rows = "document.querySelectorAll('#elements tbody tr td:nth-child(3)').length";
    let all = browser.value("document.querySelector('#elements-note').textContent");
    let all: u64 = all.as_str().unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(browser.value(rows).as_u64().unwrap() < all, "most rows wait until they are in sight");
    let search = |text: &str| {
        format!(
            "(() => {{ const field = document.querySelector('#filter'); field.value = '{text}';
               field.dispatchEvent(new Event('input')); return [...document.querySelectorAll('#elements td code')].at(-1).textContent; }})()"
        )
    };
    let last = browser.value("JSON.parse(document.querySelector('#data').textContent).elements.at(-1).id");
    assert_eq!(browser.value(&search(last.as_str().unwrap())), last);
    browser.value(&search(""));
    browser.value("dispatchEvent(new Event('beforeprint'))");
    assert_eq!(browser.value(rows), all, "paper has all rows");
    browser.value(&press("#elements th:nth-child(2) button"));
    let counts = "[...document.querySelectorAll('#elements td:nth-child(2)')].map((cell) => Number(cell.textContent))";
    let is_sorted = format!(
        "(() => {{ const counts = {counts}; return counts.every((one, at) => at === 0 || counts[at - 1] <= one); }})()"
    );
    browser.value("dispatchEvent(new Event('beforeprint'))");
    assert_eq!(browser.value(&is_sorted), true, "numbers are sorted as such");
    assert_eq!(browser.faults(), Vec::<&Json>::new());
}

#[test]
fn texts_that_nothing_mentions_can_be_typed() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (template, page) = (folder.path().join("open.yaml"), folder.path().join("page.html"));
    fs::write(&template, OPEN).unwrap();
    report(&template, &page);
    browser.open_file(&page);
    let typed = |text: &str| {
        format!(
            "(() => {{
               const other = '[aria-pressed=false]';
               [...document.querySelectorAll('#inputs button')].find((one) =>
                 one.matches(other) && one.textContent.startsWith('any other'))?.click();
               const field = document.querySelector('#inputs input[type=text]');
               field.value = '{text}';
               field.dispatchEvent(new Event('change'));
               return document.querySelector('#command').textContent.split('--input ')[1];
             }})()"
        )
    };
    assert_eq!(browser.value(&typed("us west")), "'region=\"us west\"'");
    assert_eq!(browser.value(&typed("asia")), "region=asia");
    // A text that the template mentions is no other text.
    assert_eq!(browser.value(&typed("eu")), "region=eu");
    assert_eq!(browser.value("document.querySelectorAll('#inputs input[type=text]').length"), 0);
    assert_eq!(browser.faults(), Vec::<&Json>::new());
}

/// Hosts with many nodes on each, as many findings, and more nodes than a picture is drawn of.
fn large() -> String {
    let mut text =
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n      \
                    far: {type: boolean}\n    options: {mode: semantic-loose}\n  node_templates:\n"
            .to_owned();
    for host in ["near", "far"] {
        let condition = if host == "far" { "conditions: {variability_input: far}, " } else { "" };
        let node = |number: usize| {
            let kind = number % 2;
            format!("    {host}_{number}: {{{condition}type: shop.Type{kind}, requirements: [{{host: {host}}}]}}\n")
        };
        let own = format!("    {host}: {{{condition}type: tosca.nodes.Compute}}\n");
        text += &own;
        text += &(0..90).map(node).collect::<Vec<_>>().concat();
    }
    text
}

#[test]
fn large_topologies_are_folded() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (template, page) = (folder.path().join("large.yaml"), folder.path().join("page.html"));
    fs::write(&template, large()).unwrap();
    report(&template, &page);
    browser.open_file(&page);
    assert_eq!(
        browser.value("document.querySelector('#canvas').checkVisibility()"),
        false,
        "nothing could be read on it"
    );
    assert!(browser.value("document.documentElement.scrollHeight").as_u64().unwrap() < 10_000);
    let groups =
        "[...document.querySelectorAll('#fold-groups > details > summary')].map((one) => one.textContent).join('; ')";
    assert_eq!(browser.value(groups), "near 91 nodes, 91 always; far 91 nodes, 0 always");
    let chips = "document.querySelectorAll('#fold-groups button[data-element]').length";
    assert_eq!(browser.value(chips), 0, "groups are opened on demand");
    browser.value("document.querySelector('#fold-groups details').open = true");
    until(&mut browser, &format!("{chips} === 1"));
    let inner = "[...document.querySelectorAll('#fold-groups details details > summary')].map((one) => one.textContent).join('; ')";
    assert_eq!(browser.value(inner), "Type0 45 nodes, 45 always; Type1 45 nodes, 45 always");
    browser.value("document.querySelector('#fold-groups details details').open = true");
    until(&mut browser, &format!("{chips} === 41"));
    browser.value(&press("#fold-groups .more"));
    assert_eq!(browser.value(chips), 46, "the rest comes when it is asked for");
    browser.value(&press("#fold-by [value=type]"));
    assert_eq!(
        browser.value(groups),
        "Type0 90 nodes, 45 always; Type1 90 nodes, 45 always; Compute 2 nodes, 1 always"
    );
    let find = "(() => { const field = document.querySelector('#fold-find'); field.value = 'FAR_7';
        field.dispatchEvent(new Event('input'));
        return [...document.querySelectorAll('#fold-found button')].map((one) => one.textContent).slice(0, 3).join(' '); })()";
    assert_eq!(browser.value(find), "far_7 far_70 far_71");
    browser.value(&press("#fold-found button"));
    let around = "[...document.querySelectorAll('#fold-around button[data-element], #fold-around h3')].map((one) => one.textContent).join('; ')";
    assert_eq!(browser.value(around), "far_7; host → far");
    browser.value(&press("#fold-around button[data-element]"));
    assert!(browser.value(around).as_str().unwrap().starts_with("far_0 host →; "), "what is around it is drawn then");
    let absent = "document.querySelectorAll('#fold-around button.absent').length";
    assert_eq!(browser.value(absent), 0);
    let choose =
        "[...document.querySelectorAll('#inputs button')].find((one) => one.textContent.startsWith('false')).click()";
    browser.value(choose);
    assert_eq!(browser.value(absent), 12, "choices are followed");
    assert_eq!(browser.faults(), Vec::<&Json>::new());
}

#[test]
fn many_findings_are_paged_and_filtered() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let (template, page) = (folder.path().join("many.yaml"), folder.path().join("page.html"));
    let input = |number: usize| format!("      unread_{number}: {{type: boolean}}\n");
    let inputs = (0..60).map(input).collect::<Vec<_>>().concat();
    let text = format!(
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  variability:\n    inputs:\n{inputs}  \
         node_templates:\n    app: {{type: tosca.nodes.Root}}\n"
    );
    fs::write(&template, text).unwrap();
    report(&template, &page);
    browser.open_file(&page);
    let shown = "document.querySelectorAll('#findings li.warning').length";
    assert_eq!(browser.value(shown), 25);
    browser.value(&press("#findings-more"));
    assert_eq!(browser.value(shown), 50);
    let filter = |text: &str| {
        format!("(() => {{ const field = document.querySelector('#findings-filter'); field.value = '{text}';
            field.dispatchEvent(new Event('input')); return document.querySelector('#findings-note').textContent; }})()")
    };
    assert_eq!(browser.value(&filter("unread_5")), "11 of 60 findings");
    assert_eq!(browser.value(shown), 11);
    assert_eq!(browser.value(&filter("")), "60 findings");
    browser.value("dispatchEvent(new Event('beforeprint'))");
    assert_eq!(browser.value(shown), 60, "paper has all of them");
    assert_eq!(browser.faults(), Vec::<&Json>::new());
}
