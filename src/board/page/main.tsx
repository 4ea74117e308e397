import { render } from 'preact';
import 'uplot/dist/uPlot.min.css';
import './style/page.css';
import { App } from './shell/app.tsx';

render(<App />, document.getElementById('page') ?? document.body);
