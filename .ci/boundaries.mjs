// Checks the imports between folders (.dependency-cruiser.js), and that the tool saw the sources: without
// sources it passes.
import { spawnSync } from 'node:child_process';

const folders = ['src', 'sw', 'tests'];
const run = (...args) =>
  spawnSync('depcruise', [...folders, '--config', '.dependency-cruiser.js', ...args], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });

const { stdout } = run('--output-type', 'json');
const { summary, modules } = JSON.parse(stdout);
const ours = modules.filter(({ source }) => /^(src|sw)\//.test(source));
for (const { from, to, rule } of summary.violations) {
  const { comment } = summary.ruleSetUsed.forbidden.find(({ name }) => name === rule.name) ?? {};
  console.error(`${rule.name}: ${from} → ${to}\n  ${comment}`);
}
console.log(
  `${ours.length} modules of src and sw seen, ${summary.totalDependenciesCruised} imports, ${summary.error} against the rules`,
);
if (ours.length < 100 || summary.totalDependenciesCruised < 300) {
  console.error('The boundary check saw too few modules to mean anything.');
  process.exit(1);
}
process.exit(summary.error > 0 ? 1 : 0);
