export const Component = () => <h1>services</h1>
