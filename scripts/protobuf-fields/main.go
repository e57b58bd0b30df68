// Prints the protobuf fields of pods, nodes and everything in them, as src/sources/kube/protobuf/messages.json has them.
// The struct tags have both the numbers of generated.proto and what JSON omits, which the .proto file does not have.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

var texts = map[reflect.Type]string{
	reflect.TypeOf(metav1.Time{}):        "time",
	reflect.TypeOf(metav1.MicroTime{}):   "microTime",
	reflect.TypeOf(resource.Quantity{}):  "quantity",
	reflect.TypeOf(intstr.IntOrString{}): "intOrString",
}

var messages = map[string]map[string]string{}

// The name of a type: a scalar, `[]type`, `map type`, or a message, whose fields are then noted.
func nameOf(t reflect.Type) string {
	if text, ok := texts[t]; ok {
		return text
	}
	switch t.Kind() {
	case reflect.Pointer:
		return nameOf(t.Elem())
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return "bytes"
		}
		return "[]" + nameOf(t.Elem())
	case reflect.Map:
		return "map " + nameOf(t.Elem())
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "bool"
	case reflect.Int32, reflect.Int64:
		return "int"
	case reflect.Struct:
		note(t)
		return t.Name()
	}
	panic(fmt.Sprintf("no protobuf type for %v", t))
}

// Each field is `NUMBER TYPE`. `?` at the end: JSON omits it at its zero value. `...` before the type: JSON has its fields in
// their owner.
func note(t reflect.Type) {
	if _, known := messages[t.Name()]; known {
		return
	}
	fields := map[string]string{}
	messages[t.Name()] = fields
	for i := 0; i < t.NumField(); i++ {
		field := t.Field(i)
		tag := field.Tag.Get("protobuf")
		if tag == "" {
			continue // TypeMeta, which the envelope has
		}
		number := strings.Split(tag, ",")[1]
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		kind := nameOf(field.Type)
		switch field.Type.Kind() {
		case reflect.String, reflect.Bool, reflect.Int32, reflect.Int64:
			if strings.Contains(options, "omitempty") {
				kind += "?"
			}
		}
		if field.Anonymous && name == "" {
			name = "..." + field.Name
			kind = "..." + kind
		}
		fields[name] = number + " " + kind
	}
}

func main() {
	for _, root := range []any{corev1.Pod{}, corev1.Node{}, metav1.ListMeta{}, metav1.Status{}} {
		note(reflect.TypeOf(root))
	}
	version := ""
	build, _ := debug.ReadBuildInfo()
	for _, module := range build.Deps {
		if module.Path == "k8s.io/api" {
			version = module.Version
		}
	}
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(map[string]any{"source": "struct tags of k8s.io/api " + version, "messages": messages})
	if err != nil {
		panic(err)
	}
}
