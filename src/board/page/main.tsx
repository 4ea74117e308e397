import { render } from 'preact';
import 'uplot/dist/uPlot.min.css';
import './style/page.css'; // After uPlot's, which it overrides.
import { App } from './shell/app.tsx';

render(<App />, document.getElementById('page') ?? document.body);
